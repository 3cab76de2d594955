import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { callBounds, isInputWithin } from '../../../../src/main/ipc/call-bounds.ts'
import { Imports } from '../../../../src/main/media/imports.ts'
import { AssistantsService } from '../../../../src/main/services/prompts/assistants-service.ts'
import { Assistants } from '../../../../src/main/storage/assistants.ts'
import { Database } from '../../../../src/main/storage/database.ts'
import { checkForeign } from '../../../../src/main/storage/foreign-database.ts'
import { makeRestoredCopy } from '../../../../src/main/storage/restored-copy.ts'
import type { Assistant } from '../../../../src/shared/assistants.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import { temporaryDatabase } from '../../../fakes/storage.ts'

let made: ReturnType<typeof temporaryDatabase>
let files: string
let imports: Imports
let service: AssistantsService

beforeEach(() => {
  made = temporaryDatabase()
  files = mkdtempSync(join(tmpdir(), 'atelier-assistants-'))
  imports = new Imports({ now: () => 0, after: () => () => undefined })
  service = new AssistantsService({
    database: made.database,
    assistants: new Assistants(made.database),
    clock: { now: () => 5 },
    events: { emit: () => undefined },
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

const tools = { enabled: ['history.search'], roundsMax: 3 }
const cook: Assistant = {
  id: '5d8d0f0e-7d0e-4d0e-8d0e-0d0e0d0e0d0e',
  name: '厨师',
  sign: '🍲',
  description: 'cooks',
  connectionId: 'c',
  model: 'm',
  parameters: {
    ...defaultParameters,
    system: 'Cook {{dish}}.',
    temperature: 0.3,
    effort: 'low',
    tools,
    knowledge: { collections: ['k'] },
  },
}

async function read(content: unknown): ReturnType<AssistantsService['readImported']> {
  const path = join(files, 'in.json')
  writeFileSync(path, JSON.stringify(content))
  return await service.readImported({ token: imports.register({ path, name: 'in.json', temporary: false }) })
}

describe('the library of assistants', () => {
  test('assistants are stored whole, replaced by their ids, and removed', () => {
    service.putAssistants({ assistants: [cook] })
    service.putAssistants({ assistants: [{ ...cook, connectionId: null, model: '' }] })
    expect(service.listAssistants()).toEqual({ assistants: [{ ...cook, connectionId: null, model: '' }], removed: [] })
    service.removeAssistant({ id: cook.id })
    expect(service.listAssistants().assistants).toEqual([])
  })

  test('included assistants can be changed, removed, and restored', () => {
    service.putAssistants({ assistants: [{ ...cook, id: 'included-tutor' }] })
    service.removeAssistant({ id: 'included-tutor' })
    expect(service.listAssistants()).toEqual({ assistants: [], removed: ['included-tutor'] })
    service.showIncluded({})
    expect(service.listAssistants().removed).toEqual([])
  })

  test('assistants beyond the limit are refused completely', () => {
    const many = Array.from({ length: 300 }, () => ({ ...cook, id: crypto.randomUUID() }))
    service.putAssistants({ assistants: many })
    expect(() => service.putAssistants({ assistants: [cook] })).toThrow()
    expect(service.listAssistants().assistants).toHaveLength(300)
  })

  test('included assistants in a full list can be hidden, and still be edited', () => {
    const all = Array.from({ length: 300 }, () => ({ ...cook, id: crypto.randomUUID() }))
    service.putAssistants({ assistants: all })
    service.removeAssistant({ id: 'included-tutor' })
    const edited = all.slice(0, 1).map((one) => ({ ...one, name: 'edited' }))
    service.putAssistants({ assistants: edited })
    expect(service.listAssistants()).toEqual({ assistants: [...edited, ...all.slice(1)], removed: ['included-tutor'] })
    expect(() => service.putAssistants({ assistants: [cook] })).toThrow()
  })

  test('assistants are in a backup, and an unreadable row hides no other', () => {
    service.putAssistants({ assistants: [cook] })
    service.removeAssistant({ id: 'included-tutor' })
    made.database.execute("INSERT INTO assistants VALUES ('odd', '', '', '', NULL, '', '{}', 0, 9)")
    const from = join(files, 'from.db')
    made.database.execute(`VACUUM INTO '${from}'`)
    const to = join(files, 'copy.db')
    makeRestoredCopy(from, to, checkForeign(from), { own: false, present: join(files, 'none.db'), now: 9 })
    const copy = new Database(to)
    expect(new Assistants(copy).library()).toEqual({ assistants: [cook], removed: ['included-tutor'] })
    copy.close()
  })
})

describe('files of assistants', () => {
  test('exported assistants contain only portable fields: no connection, tool or collection', async () => {
    await service.export({ assistants: [cook] })
    const text = readFileSync(join(files, 'out.json'), 'utf8')
    expect(text).not.toContain('history.search')
    const { id: _id, ...about } = cook
    const { knowledge: _knowledge, tools: _tools, ...parameters } = cook.parameters
    expect(await read(JSON.parse(text))).toEqual({
      assistants: [{ ...about, connectionId: null, parameters }],
      left: 0,
      problem: null,
    })
  })

  test('exported assistants can be imported again, however long their instructions are', async () => {
    const system = '字'.repeat(100_000)
    const list = Array.from({ length: 150 }, () => ({ ...cook, parameters: { ...cook.parameters, system } }))
    expect(isInputWithin({ assistants: list }, callBounds('assistants.export'))).toBe(true)
    await service.export({ assistants: list })
    const { assistants, left, problem } = await read(JSON.parse(readFileSync(join(files, 'out.json'), 'utf8')))
    expect([assistants.length, left, problem]).toEqual([150, 0, null])
  })

  test('truncates long names without splitting a character', async () => {
    const { assistants } = await read([{ name: `${'a'.repeat(59)}😀`, prompt: 'p' }])
    service.putAssistants({ assistants: assistants.map((one) => ({ ...one, id: crypto.randomUUID() })) })
    expect(service.listAssistants().assistants.map(({ name }) => name)).toEqual(['a'.repeat(59)])
  })

  test.each<readonly [string, unknown]>([
    ['temperature', '0.7'],
    ['topP', -1],
    ['maxTokens', 0],
    ['contextMessages', 1.5],
    ['effort', 'ultra'],
    ['tools', 'x'],
    ['context', {}],
  ])('keep all else where one parameter is none: %s', async (name, value) => {
    const sound = { system: 'Be a lawyer.', temperature: 0.5, topP: 0.9, effort: 'low' } as const
    const { assistants } = await read([{ name: 'A', parameters: { ...sound, [name]: value } }])
    const kept = Object.fromEntries(Object.entries(sound).filter(([key]) => key !== name))
    expect(assistants[0]?.parameters).toEqual({ ...defaultParameters, ...kept })
  })

  test('assistants with a long description or model, or half a character, are imported', async () => {
    const entry = {
      name: 'Pilot',
      prompt: 'Say the \ud83dtide',
      description: `${'潮'.repeat(299)}😀 and more`,
      model: 'm'.repeat(301),
    }
    const { assistants, left } = await read([entry])
    expect(assistants).toMatchObject([
      { name: 'Pilot', description: '潮'.repeat(299), model: '', parameters: { system: 'Say the \ufffdtide' } },
    ])
    expect(left).toBe(0)
  })

  test('the instructions are read under the first name that has any', async () => {
    const { assistants, left } = await read([
      { name: 'A', prompt: '', instructions: 'real words' },
      { name: 'B', prompt: ' ', parameters: { system: 'mine' } },
      { name: '', title: 'C', system: 'x' },
      { name: 'long', parameters: { system: 'x'.repeat(100_001) } },
    ])
    expect(assistants.map(({ name, parameters }) => [name, parameters.system])).toEqual([
      ['A', 'real words'],
      ['B', 'mine'],
      ['C', 'x'],
    ])
    expect(left).toBe(1)
  })

  test('assistants of other programs are read; none can enable a tool or name a connection', async () => {
    const entries = [
      { name: 'A', prompt: 'Be A.', emoji: '🅰️', parameters: { tools, text: { stop: [] }, temperature: 9 } },
      {
        name: 'C',
        parameters: {
          whole: true,
          compare: { on: true, others: [{ connectionId: 'c', model: 'm' }] },
          context: { fromId: 'x', summary: 'Of another chat.' },
          titled: true,
          effort: 'low',
        },
      },
      { title: 'B', avatar: `https://example.com/${'x'.repeat(60)}`, connectionId: 'c' },
      { prompt: 'nameless' },
    ]
    const { assistants, left } = await read(entries)
    expect(left).toBe(1)
    const none = { connectionId: null, description: '', model: '' }
    expect(assistants).toEqual([
      { ...none, name: 'A', sign: '🅰️', parameters: { ...defaultParameters, system: 'Be A.' } },
      { ...none, name: 'C', sign: 'C', parameters: { ...defaultParameters, effort: 'low' } },
      { ...none, name: 'B', sign: 'B', parameters: defaultParameters },
    ])
    expect((await read({ nothing: [] })).problem).toBe('none')
  })
})
