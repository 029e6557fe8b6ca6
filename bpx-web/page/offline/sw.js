/* The service worker: keeps the files of one build, and answers with them. `FILES` and `VERSION` come from the build.
   A new build is kept beside the old one, and used when no page of the old one is open. */

const PREFIX = `bpx-explorer ${registration.scope} `;
const OWN = PREFIX + VERSION;

/** Keeps a file. Browsers refuse answers that were redirected as pages, so that only the content is kept. */
async function keep(cache, file) {
  const answer = await fetch(file, { cache: "reload" });
  if (!answer.ok) throw new Error(`${file}: status ${answer.status}`);
  await cache.put(file, new Response(await answer.blob(), { headers: answer.headers }));
}

async function keepAll() {
  const cache = await caches.open(OWN);
  await Promise.all(FILES.map((file) => keep(cache, file)));
}

async function dropOld() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== OWN).map((name) => caches.delete(name)));
  await clients.claim();
}

async function answer(request) {
  const url = new URL(request.url);
  url.hash = url.search = "";
  if (url.href === registration.scope) url.pathname += "index.html";
  const cache = await caches.open(OWN);
  return (await cache.match(url.href)) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(keepAll()));
addEventListener("activate", (event) => event.waitUntil(dropOld()));
addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(registration.scope)) event.respondWith(answer(event.request));
});
