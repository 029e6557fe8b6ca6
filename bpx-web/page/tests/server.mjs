/** Serves the built page, as any static host would. */

import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

/** A host may have the page in any folder. */
const PLACE = "/tools/explorer/";

/** Starts a server of a folder; returns its address. */
export function serve(folder) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    if (!path.startsWith(PLACE)) {
      response.writeHead(404).end();
      return;
    }
    const file = join(folder, path.slice(PLACE.length) || "index.html");
    if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve({ server, address: `http://127.0.0.1:${server.address().port}${PLACE}` }));
  });
}
