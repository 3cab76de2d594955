import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isSealed, openSealed, sealFile } from '../../../../src/main/services/backup/sealed-file.ts'
import { AppFailure } from '../../../../src/shared/errors.ts'
import { randomFrom } from '../../../fakes/seeded-random.ts'

const passphrase = 'correct horse 电池 staple'
let folder: string
const at = (name: string): string => join(folder, name)
const quiet = (): void => undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-sealed-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function sealed(bytes: Uint8Array): Promise<Buffer> {
  writeFileSync(at('plain'), bytes)
  await sealFile(at('plain'), at('sealed'), passphrase, quiet)
  return readFileSync(at('sealed'))
}

/** Opens these bytes; returns the content, or the code of the refusal. */
async function opened(bytes: Uint8Array, words = passphrase): Promise<Buffer | string> {
  writeFileSync(at('tried'), bytes)
  rmSync(at('opened'), { force: true })
  try {
    await openSealed(at('tried'), at('opened'), words, quiet)
    return readFileSync(at('opened'))
  } catch (cause) {
    if (cause instanceof AppFailure) return cause.error.code
    throw cause
  }
}

const megabyte = 1024 * 1024

describe('a sealed file', () => {
  test.each([0, 1, megabyte - 1, megabyte, megabyte + 1, 3 * megabyte + 17])(
    'a sealed file of %i bytes is opened unchanged',
    async (length) => {
      const random = randomFrom(length + 1)
      const bytes = Buffer.from(Uint8Array.from({ length }, () => Math.floor(random() * 256)))
      const file = await sealed(bytes)
      expect(await isSealed(at('sealed'))).toBe(true)
      // comparing megabytes entry by entry takes seconds
      const back = await opened(file)
      expect(typeof back !== 'string' && back.equals(bytes)).toBe(true)
    },
  )

  test('a sealed file reveals nothing of its content, and differs every time', async () => {
    const content = Buffer.from('the glaze of Longquan '.repeat(100))
    const first = await sealed(content)
    rmSync(at('sealed'))
    const second = await sealed(content)
    expect([first.includes('Longquan'), first.equals(second)]).toEqual([false, false])
  })

  test('a sealed file opens with any Unicode form of the passphrase, and with no other', async () => {
    writeFileSync(at('plain'), 'x')
    await sealFile(at('plain'), at('sealed'), 'caf\u00e9 caf\u00e9', quiet)
    const file = readFileSync(at('sealed'))
    expect(String(await opened(file, 'cafe\u0301 cafe\u0301'))).toBe('x')
    expect(await opened(file, 'cafe cafe')).toBe('wrong_passphrase')
  })

  test('a sealed file that was changed, cut or recombined does not open', async () => {
    const random = randomFrom(7)
    const bytes = Buffer.from(Uint8Array.from({ length: 2 * megabyte + 5 }, () => Math.floor(random() * 256)))
    const file = await sealed(bytes)
    const refusals = new Set<string>()
    for (let round = 0; round < 8; round += 1) {
      const changed = Buffer.from(file)
      const place = Math.floor(random() * changed.length)
      changed[place] = (changed[place] ?? 0) ^ (1 << Math.floor(random() * 8))
      const result = await opened(changed)
      refusals.add(typeof result === 'string' ? result : 'opened')
    }
    for (const length of [file.length - 1, file.length - megabyte, 100, 20, 0])
      refusals.add(String(await opened(file.subarray(0, length))))
    const header = file.indexOf(0x0a, 20) + 1
    const piece = megabyte + 16
    const [first, second] = [file.subarray(header, header + piece), file.subarray(header + piece, header + 2 * piece)]
    const rest = file.subarray(header + 2 * piece)
    refusals.add(String(await opened(Buffer.concat([file.subarray(0, header), second, first, rest]))))
    refusals.add(String(await opened(Buffer.concat([file.subarray(0, header), first, rest]))))
    expect([...refusals]).toEqual(['backup_damaged'])
  })

  test('a truncated short file is distinguished from one under another passphrase', async () => {
    const file = await sealed(Buffer.from('short'))
    expect(await opened(file.subarray(0, -1))).toBe('backup_damaged')
    expect(await opened(file, 'another passphrase')).toBe('wrong_passphrase')
  })

  test('a sealed file that asks for too much work is refused before the work is done', async () => {
    const file = (await sealed(Buffer.from('x'))).toString('latin1')
    // above the bound, too much memory, and not a power of two
    for (const cost of [1_073_741_824, 1_048_576, 131_071]) {
      const greedy = Buffer.from(file.replace(/"cost":\d+/, `"cost":${cost}`), 'latin1')
      expect(await opened(greedy)).toBe('backup_damaged')
    }
  })
})
