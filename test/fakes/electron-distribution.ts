import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Name of a system in electron-builder and Node. */
export type PackedSystem = 'linux' | 'win32' | 'darwin'

/**
 * The fuse wire of a freshly downloaded Electron: a sentinel, the version of the wire, how many fuses, their states
 * (electron/electron, build/fuses/fuses.json5 and docs/tutorial/fuses.md; @electron/fuses, constants.ts).
 */
const fuseWire = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 8]),
  // as Electron ships them
  Buffer.from('11110001'),
])
/** A valid executable of Windows without code. */
const emptyExecutable = join(import.meta.dirname, '../fixtures/packaging/empty.exe')
const padding = Buffer.alloc(1024, 0x90)

/**
 * Writes the files of Electron's archive that electron-builder reads and renames, with a real fuse wire in the program.
 * The program cannot run, but every packaging step on it can be checked.
 */
export function makeElectronDistribution(folder: string, system: PackedSystem, version: string): void {
  const write = (path: string, data: string | Uint8Array, mode = 0o644): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), data)
    chmodSync(join(folder, path), mode)
  }
  const program = Buffer.concat([padding, fuseWire, padding])
  write('version', version)
  write('LICENSE', 'licence')
  write('LICENSES.chromium.html', 'licences')
  switch (system) {
    case 'linux':
      write('electron', program, 0o755)
      write('chrome-sandbox', 'helper', 0o755)
      return
    case 'win32':
      // what follows the last section of an executable is kept when its resources are edited
      write('electron.exe', Buffer.concat([readFileSync(emptyExecutable), program]), 0o755)
      return
    case 'darwin': {
      const frameworks = 'Electron.app/Contents/Frameworks'
      const framework = `${frameworks}/Electron Framework.framework/Versions/A`
      write('Electron.app/Contents/Info.plist', propertyList('Electron', version))
      write('Electron.app/Contents/MacOS/Electron', 'launcher', 0o755)
      write(`${framework}/Electron Framework`, program, 0o755)
      write(`${frameworks}/Electron Framework.framework/Electron Framework`, program, 0o755)
      for (const kind of ['', ' (GPU)', ' (Plugin)', ' (Renderer)']) {
        const name = `Electron Helper${kind}`
        write(`${frameworks}/${name}.app/Contents/Info.plist`, propertyList(name, version))
        write(`${frameworks}/${name}.app/Contents/MacOS/${name}`, 'helper', 0o755)
      }
      return
    }
  }
}

function propertyList(name: string, version: string): string {
  const entries = {
    CFBundleExecutable: name,
    CFBundleName: name,
    CFBundleDisplayName: name,
    CFBundleIdentifier: 'com.github.Electron',
    CFBundlePackageType: 'APPL',
    CFBundleVersion: version,
  }
  const lines = Object.entries(entries).map(([key, value]) => `<key>${key}</key><string>${value}</string>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><dict>${lines.join('')}</dict></plist>\n`
}
