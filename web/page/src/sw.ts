/* The service worker. All files of this version are kept when it is installed, and answered from
 * there. A new version waits until the person takes it, so a game is never cut off. Every answer
 * carries the two headers that shared memory needs, for hosts that cannot set them: from the second
 * visit on the engine has threads there, too. */
declare const self: ServiceWorkerGlobalScope;
declare const VERSION: string;
declare const FILES: string[];
/** Kept once they were asked for. */
declare const LATER: string[];

const CACHE = "outflank-" + VERSION;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys())
      if (name.startsWith("outflank-") && name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener("message", (event) => {
  if (event.data === "use") void self.skipWaiting();
});

function isolated(response: Response): Response {
  if (response.type === "opaque" || response.status === 0) return response;
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  event.respondWith((async () => {
    const cache = await caches.open(CACHE);
    const name = event.request.mode === "navigate" ? "./" : event.request;
    const found = await cache.match(name, { ignoreSearch: true });
    const answer = found ?? await fetch(event.request);
    if (!found && answer.ok && LATER.some((part) => url.pathname.endsWith("/" + part))) await cache.put(event.request, answer.clone());
    return isolated(answer);
  })());
});
export {};
