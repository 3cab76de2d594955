import { keepCompiledCode } from '../compiled-code.ts'

// Built to out/main/browser.js. Imports the rest only after compiled code is kept, because a static import would come first.
const code = import.meta.main ? keepCompiledCode(import.meta.filename) : null
const { run, startShell } = await import('./index.ts')

// for the tests' host of shells, which starts them in its own process
export { startShell }

if (import.meta.main) run(code)
