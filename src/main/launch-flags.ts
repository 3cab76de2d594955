import { isAbsolute, resolve } from 'node:path'

/** Flags of `npm start --`, the same for both shells. */
export interface LaunchFlags {
  readonly open: boolean
  /** Port of the browser shell; 0 is any free port. */
  readonly port: number
  /** Absolute path of the data folder; null for the default. */
  readonly data: string | null
  readonly demo: boolean
}

export type ParsedFlags =
  | { readonly ok: true; readonly flags: LaunchFlags }
  | { readonly ok: false; readonly message: string }

export const usage = `Usage: npm start -- [flags]
  --browser      use a browser window even where Electron is there
  --no-open      print the address and open nothing
  --port N       listen on this port (browser shell; 0 = any free port)
  --data DIR     keep data in this folder
  --demo         connect the built-in demo gateway`

/** Parses the command-line flags. Refuses an unknown argument, so that a typo does not go unnoticed. */
export function parseLaunchFlags(words: readonly string[], folder: string): ParsedFlags {
  let open = true
  let port = 0
  let data: string | null = null
  let demo = false
  const left = [...words]
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const [name, joined] = splitOnce(word)
    const value = () => joined ?? left.shift()
    if (joined !== undefined && name !== '--port' && name !== '--data') return no(`${name} takes no value`)
    switch (name) {
      case '--browser':
        break
      case '--no-open':
        open = false
        break
      case '--demo':
        demo = true
        break
      case '--port': {
        const text = value()
        if (text === undefined || !/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
          return no('--port needs a number from 0 to 65535')
        }
        port = Number(text)
        break
      }
      case '--data': {
        const text = value()
        if (text === undefined || text === '' || text.startsWith('--')) return no('--data needs a folder')
        data = isAbsolute(text) ? text : resolve(folder, text)
        break
      }
      default:
        return no(`Atelier does not know ${JSON.stringify(word)}`)
    }
  }
  return { ok: true, flags: { open, port, data, demo } }
}

function splitOnce(word: string): readonly [string, string | undefined] {
  const at = word.indexOf('=')
  return word.startsWith('--') && at > 0 ? [word.slice(0, at), word.slice(at + 1)] : [word, undefined]
}

function no(problem: string): ParsedFlags {
  return { ok: false, message: `${problem}.\n${usage}` }
}
