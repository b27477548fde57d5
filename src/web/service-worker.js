// Keeps the files of the board, so that it opens without a network. scripts/web fills in what they are.
"use strict";

// Other boards at the same address, in other folders, have caches of their own.
const OWN = `crownhead ${self.registration.scope} `;
const CACHE = `${OWN}VERSION`;
const FILES = ["FILES"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const clean = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith(OWN) && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

self.addEventListener("fetch", (event) => {
  const kept = caches.open(CACHE).then((cache) => cache.match(event.request));
  event.respondWith(kept.then((response) => response ?? fetch(event.request)));
});
