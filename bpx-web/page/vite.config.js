import { defineConfig } from "vite";

// Relative paths, so that the pages work in any folder of any static host.
export default defineConfig({
  base: "./",
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    // three.js, which is loaded only when a wire frame is shown.
    chunkSizeWarningLimit: 700,
    rollupOptions: { input: ["index.html", "spec.html"] },
  },
  worker: { format: "es" },
});
