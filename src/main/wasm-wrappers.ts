import { setFlagsFromString } from 'node:v8'

/**
 * Keeps V8 from compiling the wrappers of WebAssembly's imports anew. To be called before anything is run by it: Node's
 * fetch and the decoder of pictures are WebAssembly, in several threads.
 *
 * V8 frees a wrapper when it has compiled a faster one, and two threads that do so at once end the process with "Check
 * failed: jit_page.has_value()" (v8, src/wasm/wasm-import-wrapper-cache.cc, `WasmImportWrapperCache::Free`; seen in
 * Node 24.21 under test, twice in some hundred runs).
 */
export function keepWasmWrappers(): void {
  setFlagsFromString('--wasm-wrapper-tiering-budget=2000000000')
}
