import { setFlagsFromString } from 'node:v8'

/**
 * Prevents V8 from replacing the wrappers of WebAssembly imports. Call it before any WebAssembly runs: Node's fetch and
 * the picture decoder use it, in several threads.
 *
 * V8 frees a wrapper after compiling a faster one. When two threads do so at once, the process ends with "Check failed:
 * jit_page.has_value()" (v8, src/wasm/wasm-import-wrapper-cache.cc, `WasmImportWrapperCache::Free`; seen twice in some
 * hundred test runs with Node 24.21).
 */
export function keepWasmWrappers(): void {
  setFlagsFromString('--wasm-wrapper-tiering-budget=2000000000')
}
