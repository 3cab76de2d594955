import { faultCatalog, sharedParams } from './fault-catalog.ts'

/** Returns a help text with the syntax and list of faults, for a terminal or an answer. */
export function faultHelp(): string {
  const rows = Object.entries(faultCatalog).map(([name, entry]) => {
    const params = Object.entries(entry.params ?? {}).map(([param, meaning]) => `\n      ${param}=  ${meaning}`)
    return `  ${name.padEnd(16)} ${entry.does}${params.join('')}`
  })
  const shared = Object.entries(sharedParams).map(([param, meaning]) => `  ${param}=  ${meaning}`)
  return `Faults are asked for per request, as a list "name;param=value;param=value, name2":
  header        x-demo-fault: stall;after=20, crlf
  model name    "demo-chat+stall(after=20),crlf"   (parentheses and semicolons mean the same everywhere)
  message       first line "/fault stall;after=20" of the last user message, or of the prompt of any other
                endpoint; what follows on the next line, or after " -- ", is the message
  key           "KEY+fail(status=503)" as the bearer credential
  base URL      http://127.0.0.1:PORT/faults/LIST/v1 with LIST percent-encoded

Every fault takes:
${shared.join('\n')}

Faults:
${rows.join('\n')}
`
}
