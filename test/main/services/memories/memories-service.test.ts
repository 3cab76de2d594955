import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { KnownSecrets } from '../../../../src/main/security/secrets/known-secrets.ts'
import { wholeSecret } from '../../../../src/main/security/secrets/secret-strength.ts'
import { MemoriesService } from '../../../../src/main/services/memories/memories-service.ts'
import { Memories } from '../../../../src/main/storage/memories.ts'
import type { Memory } from '../../../../src/shared/memories.ts'
import { memoriesMax, memorySentMax } from '../../../../src/shared/memory-limits.ts'
import { sentMemories } from '../../../../src/shared/sent-memories.ts'
import { defaultSettings } from '../../../../src/shared/settings.ts'
import { temporaryDatabase } from '../../../fakes/storage.ts'

let made: ReturnType<typeof temporaryDatabase>
let told: string[] = []
let memory = true
let now = 0
let service: MemoriesService
const known = new KnownSecrets()

beforeEach(() => {
  made = temporaryDatabase()
  told = []
  memory = true
  now = 0
  service = new MemoriesService({
    database: made.database,
    memories: new Memories(made.database),
    clock: { now: () => ++now, after: () => () => undefined },
    events: { emit: (name) => told.push(name) },
    settings: { get: () => ({ ...defaultSettings, memory }) },
    known,
  })
})
afterEach(() => made.dispose())

const fact = (text: string, more: Partial<Memory> = {}): Memory => ({
  ...{ id: crypto.randomUUID(), text, pinned: false, isPaused: false },
  ...more,
})
const put = (...memories: readonly Memory[]) => service.putMemories({ memories }).refused
const texts = () => service.listMemories().map(({ text }) => text)

describe('the list of facts', () => {
  test('a fact is stored in place of the one with its id, and every page is notified', () => {
    const tea = fact('I drink tea')
    expect([put(tea), put({ ...tea, text: 'I drink coffee' })]).toEqual([null, null])
    expect(texts()).toEqual(['I drink coffee'])
    service.removeMemory({ id: tea.id })
    expect([texts(), told]).toEqual([[], ['memories.changed', 'memories.changed', 'memories.changed']])
  })

  test('pinned facts come first, then the newest, and an edited fact keeps its position', () => {
    const old = fact('old')
    put(old)
    put(fact('pinned', { pinned: true }))
    put(fact('new'))
    put({ ...old, text: 'older' })
    expect(texts()).toEqual(['pinned', 'new', 'older'])
  })

  test('an unreadable row hides no other', () => {
    put(fact('I drink tea'))
    made.database.prepare("INSERT INTO memories VALUES ('no uuid', 'x', 0, 0, 9)").run()
    expect(texts()).toEqual(['I drink tea'])
  })

  test('equal facts are refused, in any case and width, and none of the others is stored', () => {
    put(fact('I drink tea'))
    expect(put(fact('I drink coffee'), fact('i DRINK ｔea'))).toBe('known')
    expect(texts()).toEqual(['I drink tea'])
  })

  test('facts beyond the limit are refused, and a full list can still be edited', () => {
    const many = Array.from({ length: memoriesMax }, (_, index) => fact(`fact ${index}`))
    expect([put(...many), put(fact('one more'))]).toEqual([null, 'full'])
    expect(put({ ...(many[0] ?? fact('')), text: 'changed' })).toBe(null)
  })

  test.each([
    'My key is sk-proj-abcdefghijklmnop123',
    'password: hunter2',
    '我的密码是abc12345',
    'token=ghp_abcdefghijklmnopqrst',
    '-----BEGIN RSA PRIVATE KEY-----',
    'AKIAIOSFODNN7EXAMPLE',
    'git clone https://me:secret@example.org',
  ])('a key or password is not stored: %s', (text) => {
    expect([put(fact(text)), texts()]).toEqual(['secret', []])
  })

  test.each([
    'I know basic Spanish',
    'I keep my passwords in Bitwarden',
    'I maintain a token bucket in Go',
    '我用密码管理器',
    'My project is at https://example.org/a@b',
  ])('a sentence about keys is stored: %s', (text) => {
    expect(put(fact(text))).toBe(null)
  })

  test('a key from the keychain is not stored, whatever its shape', () => {
    known.learn('gateway', wholeSecret('plain-words-of-a-gateway-42'))
    expect(put(fact('I use plain-words-of-a-gateway-42 at work'))).toBe('secret')
  })
})

describe('the facts of a request', () => {
  test('nothing is sent while memory is off, in a chat without it, and in a document', () => {
    put(fact('I drink tea'))
    expect(service.sentWith({})).toEqual(['I drink tea'])
    expect([service.sentWith({ memory: false }), service.sentWith({ text: { stop: [] } })]).toEqual([[], []])
    memory = false
    expect(service.sentWith({})).toEqual([])
  })

  test('a paused fact is not sent', () => {
    put(fact('I drink tea', { isPaused: true }), fact('I drink coffee'))
    expect(service.sentWith({})).toEqual(['I drink coffee'])
  })

  test('pinned facts, then the newest are sent within the bound, and the others are counted', () => {
    put(fact('the oldest, pinned', { pinned: true }))
    for (let index = 0; index < 20; index += 1) put(fact(`${index} ${'x'.repeat(480)}`))
    const sent = service.sentWith({})
    expect(sent.slice(0, 2)).toEqual(['the oldest, pinned', `19 ${'x'.repeat(480)}`])
    expect(sent.join('\n- ').length).toBeLessThanOrEqual(memorySentMax)
    expect(sentMemories(service.listMemories()).left).toBe(21 - sent.length)
  })
})
