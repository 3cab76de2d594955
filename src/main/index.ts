import { keepCompiledCode } from './compiled-code.ts'

// Electron's entry point. The one `await` is of an import, which always ends and which `ready` waits for
// (electron/electron, docs/tutorial/esm.md). An `await` of `ready` would never end: it comes after this module.
const code = keepCompiledCode(import.meta.filename)
const { run } = await import('./electron/main-process.ts')
run(code)
