import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vite";

/** Writes `sw.js`, which keeps all files of the build: its text changes with any of them. */
function offline() {
  let folder;
  return {
    name: "offline",
    configResolved: (config) => (folder = join(config.root, config.build.outDir)),
    closeBundle() {
      const listed = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const names = listed.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1).replaceAll("\\", "/"));
      const files = names.filter((name) => name !== "sw.js").sort();
      const hash = createHash("sha256");
      for (const file of files) hash.update(file).update("\0").update(readFileSync(join(folder, file)));
      const version = hash.digest("hex").slice(0, 16);
      const worker = readFileSync(new URL("offline/sw.js", import.meta.url), "utf8");
      const constants = `const VERSION = ${JSON.stringify(version)};\nconst FILES = ${JSON.stringify(files)};\n`;
      writeFileSync(join(folder, "sw.js"), constants + worker);
    },
  };
}

// Relative paths, so that the pages work in any folder of any static host.
export default defineConfig({
  base: "./",
  plugins: [offline()],
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    // three.js, which is loaded only when something is drawn with it.
    chunkSizeWarningLimit: 700,
    rollupOptions: { input: ["index.html", "spec.html"] },
  },
  worker: { format: "es" },
});
