import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { callBounds, isInputWithin } from '../../../../src/main/ipc/call-bounds.ts'
import { Imports } from '../../../../src/main/media/imports.ts'
import { PromptsService } from '../../../../src/main/services/prompts/prompts-service.ts'
import { Database } from '../../../../src/main/storage/database.ts'
import { checkForeign } from '../../../../src/main/storage/foreign-database.ts'
import { Prompts } from '../../../../src/main/storage/prompts.ts'
import { makeRestoredCopy } from '../../../../src/main/storage/restored-copy.ts'
import { promptFileMax, promptTextMax } from '../../../../src/shared/prompt-limits.ts'
import type { Prompt } from '../../../../src/shared/prompts.ts'
import { temporaryDatabase } from '../../../fakes/storage.ts'

let made: ReturnType<typeof temporaryDatabase>
let files: string
let told: string[] = []
let imports: Imports
let service: PromptsService

beforeEach(() => {
  made = temporaryDatabase()
  files = mkdtempSync(join(tmpdir(), 'atelier-prompts-'))
  told = []
  imports = new Imports({ now: () => 0, after: () => () => undefined })
  service = new PromptsService({
    database: made.database,
    prompts: new Prompts(made.database),
    clock: { now: () => 5 },
    events: { emit: (name) => told.push(name) },
    imports,
    exports: {
      saveFile: async (_name, write) => {
        await write(join(files, 'out.json'))
        return { by: 'main', saved: true }
      },
    },
  })
})
afterEach(() => {
  made.dispose()
  rmSync(files, { recursive: true, force: true })
})

const prompt = (title: string, text = `{{a}} ${title}`): Prompt => ({ id: crypto.randomUUID(), title, text })

async function read(content: string | Buffer): ReturnType<PromptsService['readImported']> {
  const path = join(files, 'in.json')
  writeFileSync(path, content)
  return await service.readImported({ token: imports.register({ path, name: 'in.json', temporary: false }) })
}

describe('the library of prompts', () => {
  test('a prompt is stored in place of the one with its id, and every page is notified', () => {
    const [tea, coffee] = [prompt('茶'), prompt('coffee')]
    service.putPrompts({ prompts: [tea, coffee] })
    service.putPrompts({ prompts: [{ ...tea, text: 'more' }] })
    expect(service.listPrompts()).toEqual({ prompts: [{ ...tea, text: 'more' }, coffee], removed: [] })
    service.removePrompt({ id: tea.id })
    expect(service.listPrompts().prompts).toEqual([coffee])
    expect(told).toEqual(Array.from({ length: 3 }, () => 'prompts.changed'))
  })

  test('an included prompt can be changed, removed, and restored', () => {
    const id = 'included-translate'
    service.putPrompts({ prompts: [{ id, title: 'Mine', text: 'x' }] })
    service.removePrompt({ id })
    service.removePrompt({ id: 'included-plan' })
    expect(service.listPrompts()).toEqual({ prompts: [], removed: [id, 'included-plan'] })
    service.showIncluded({ id })
    expect(service.listPrompts().removed).toEqual(['included-plan'])
    service.putPrompts({ prompts: [{ id: 'included-plan', title: 'Plan', text: 'again' }] })
    expect(service.listPrompts()).toMatchObject({ prompts: [{ title: 'Plan' }], removed: [] })
  })

  test('a list above its limit is refused completely', () => {
    service.putPrompts({ prompts: Array.from({ length: 1000 }, (_, at) => prompt(`p${at}`)) })
    expect(() => service.putPrompts({ prompts: [prompt('one more')] })).toThrow()
    expect(service.listPrompts().prompts).toHaveLength(1000)
  })

  test('included prompts in a full library can be hidden, and still be edited', () => {
    const all = Array.from({ length: 1000 }, (_, at) => prompt(`p${at}`))
    service.putPrompts({ prompts: all })
    service.removePrompt({ id: 'included-translate' })
    const [first] = all
    if (first === undefined) throw new Error('there is one')
    service.putPrompts({ prompts: [{ ...first, text: 'edited' }] })
    expect(service.listPrompts()).toEqual({
      prompts: [{ ...first, text: 'edited' }, ...all.slice(1)],
      removed: ['included-translate'],
    })
    expect(() => service.putPrompts({ prompts: [prompt('one more')] })).toThrow()
  })

  test('prompts are in backups, and an unreadable row hides no other', () => {
    const tea = prompt('茶')
    service.putPrompts({ prompts: [tea] })
    service.removePrompt({ id: 'included-plan' })
    made.database.execute("INSERT INTO prompts VALUES ('odd', '', 'x', 0, 9)")
    const to = join(files, 'copy.db')
    const from = join(files, 'from.db')
    made.database.execute(`VACUUM INTO '${from}'`)
    makeRestoredCopy(from, to, checkForeign(from), { own: false, present: join(files, 'none.db'), now: 9 })
    const copy = new Database(to)
    expect(new Prompts(copy).library()).toEqual({ prompts: [tea], removed: ['included-plan'] })
    copy.close()
  })
})

describe('files of prompts', () => {
  test('exported prompts can be imported', async () => {
    const list = [prompt('茶 "quoted"'), prompt('b', 'two\nlines {{x: 1|2}}')]
    await service.export({ prompts: list })
    expect(JSON.parse(readFileSync(join(files, 'out.json'), 'utf8'))).toMatchObject({ format: 'atelier-prompts' })
    const answer = await read(readFileSync(join(files, 'out.json')))
    expect(answer).toEqual({ prompts: list.map(({ text, title }) => ({ title, text })), left: 0, problem: null })
    expect(service.listPrompts().prompts).toEqual([])
  })

  test('an export of all that a call may carry can be imported', async () => {
    const list = Array.from({ length: 800 }, (_, at) => prompt(`p${at}`, '字'.repeat(promptTextMax)))
    expect(isInputWithin({ prompts: list }, callBounds('prompts.export'))).toBe(true)
    await service.export({ prompts: list })
    const { left, problem, prompts } = await read(readFileSync(join(files, 'out.json')))
    expect([prompts.length, left, problem]).toEqual([800, 0, null])
  })

  test('a title that is too long ends with a whole character', async () => {
    const { prompts } = await read(JSON.stringify([{ title: `${'a'.repeat(119)}😀`, text: 't' }]))
    expect(prompts).toEqual([{ title: 'a'.repeat(119), text: 't' }])
  })

  test('half a character is replaced on import, so that another import finds nothing new', async () => {
    const { prompts } = await read(JSON.stringify([{ title: 'Tide \udc00', text: 'Say \ud83d' }]))
    service.putPrompts({ prompts: prompts.map((one) => ({ ...one, id: crypto.randomUUID() })) })
    expect(service.listPrompts().prompts).toMatchObject(prompts)
    expect(prompts).toEqual([{ title: 'Tide \ufffd', text: 'Say \ufffd' }])
  })

  test('an empty name hides no other one', async () => {
    const { prompts } = await read(JSON.stringify([{ title: '', name: 'n', text: ' ', prompt: 'p' }]))
    expect(prompts).toEqual([{ title: 'n', text: 'p' }])
  })

  test('lists of other programs are read, and their unreadable entries counted', async () => {
    const entries = [{ act: ' A \n cook ', prompt: 'Cook.' }, { name: 'n', content: 'c' }, { title: 'none' }, 5]
    expect(await read(JSON.stringify(entries))).toEqual({
      prompts: [
        { title: 'A cook', text: 'Cook.' },
        { title: 'n', text: 'c' },
      ],
      left: 1,
      problem: null,
    })
    const long = [{ title: 't'.repeat(500), text: 'x'.repeat(promptTextMax + 1) }]
    expect(await read(JSON.stringify(long))).toEqual({ prompts: [], left: 1, problem: 'none' })
  })

  test('a file without prompts is refused with the reason', async () => {
    for (const content of ['{}', '[]', '"text"', 'null', '{"prompts": 5}', '{"__proto__": [{"title": "a"}]}'])
      expect((await read(content)).problem).toBe('none')
    for (const content of ['', '{', Buffer.from([0xff, 0xfe, 0x7b])]) expect((await read(content)).problem).toBe('json')
    for (const content of ['['.repeat(1000), ','.repeat(60_000)]) expect((await read(content)).problem).toBe('large')
    const path = join(files, 'long.json')
    writeFileSync(path, '')
    truncateSync(path, promptFileMax + 1)
    const long = await service.readImported({ token: imports.register({ path, name: 'long.json', temporary: false }) })
    expect(long.problem).toBe('large')
    await expect(service.readImported({ token: 'used' })).rejects.toMatchObject({ error: { code: 'not_found' } })
  })
})
