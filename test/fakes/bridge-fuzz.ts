import { z } from 'zod'
import { errorCodeSchema } from '../../src/shared/error-schema.ts'
import { type CallName, calls } from '../../src/shared/ipc/contract.ts'
import { pick, type ValueMaker, valueFor } from './schema-values.ts'
import { randomFrom } from './seeded-random.ts'

const callNames = Object.keys(calls).filter((name): name is CallName => Object.hasOwn(calls, name))
const outputs: Readonly<Record<CallName, { readonly output: z.ZodType }>> = calls

/** Calls that read or write all data; used rarely, so that a run ends. */
const heavy: ReadonlySet<CallName> = new Set<CallName>([
  'backups.make',
  'backups.verify',
  'backups.preview',
  'backups.restore',
  'backups.add',
  'backups.save',
  'transfer.export',
  'transfer.import',
  'transfer.inspect',
  'storage.usage',
  'storage.orphans',
  'storage.removeOrphans',
  'storage.check',
  'media.saveArchive',
  'connections.test',
  'connections.tryDemo',
])

/** One message in wire form. */
export interface FuzzMessage {
  readonly text: string
  /** Id that its answer must have; null when the frame has none, and the socket may be closed instead. */
  readonly id: number | null
  readonly name: string
  /** Whether its input was changed after the schema made it. */
  readonly mutated: boolean
}

/** Makes a sequence of messages; equal seeds and answers give equal sequences. */
export class BridgeFuzz {
  private readonly random: () => number
  private readonly ids: string[]
  private readonly spared: ReadonlySet<string>
  private lastId = 0

  /** `spared` ids are in no message, so their items must stay unchanged. */
  constructor(seed: number, knownIds: readonly string[], spared: readonly string[] = []) {
    this.random = randomFrom(seed)
    this.ids = [...knownIds]
    this.spared = new Set(spared)
  }

  /** Collects ids from an answer, so that later messages reach existing items. */
  learn(value: unknown): void {
    for (const found of JSON.stringify(value ?? null).matchAll(/"((?:[0-9a-f]{8}-[0-9a-f-]{27})|[0-9a-f]{64})"/g)) {
      const id = found[1] ?? ''
      if (this.spared.has(id) || this.ids.includes(id)) continue
      if (this.ids.length < 400) this.ids.push(id)
      else this.ids[Math.floor(this.random() * this.ids.length)] = id
    }
  }

  next(): FuzzMessage {
    const { random } = this
    this.lastId += 1
    const id = this.lastId
    const name = this.callName()
    const maker: ValueMaker = { random, knownIds: this.ids }
    const input = valueFor(calls[name].input, maker)
    const kind = random()
    if (kind < 0.25) return { text: JSON.stringify({ id, name, input }), id, name, mutated: false }
    if (kind < 0.95) {
      let changed = input
      for (let times = 1 + Math.floor(random() * 3); times > 0; times -= 1) changed = this.mutate(changed, 0)
      return { text: textOf({ id, name, input: changed }), id, name, mutated: true }
    }
    if (kind < 0.98) return this.wrongName(id, input)
    return this.brokenFrame(id, name, input)
  }

  private callName(): CallName {
    const name = pick(this.random, callNames)
    return heavy.has(name) && this.random() < 0.97 ? this.callName() : name
  }

  private wrongName(id: number, input: unknown): FuzzMessage {
    const name = pick(this.random, ['__proto__', 'constructor', '', 'chat', 'CHAT.LIST', 'chat.list ', 'x'.repeat(200)])
    return { text: textOf({ id, name, input }), id, name, mutated: true }
  }

  private brokenFrame(id: number, name: string, input: unknown): FuzzMessage {
    const text = textOf({ id, name, input })
    const broken = pick(this.random, [
      text.slice(0, Math.floor(this.random() * text.length)),
      '',
      'null',
      '[]',
      '"call"',
      JSON.stringify({ id: -1, name, input: null }),
      JSON.stringify({ id: '1', name }),
      JSON.stringify({ name, input: null }),
      `{"id":${id}e400,"name":"chat.list"}`,
    ])
    return { text: broken, id: null, name, mutated: true }
  }

  private mutate(value: unknown, depth: number): unknown {
    const { random } = this
    if (Array.isArray(value) && value.length > 0 && random() < 0.8) {
      const at = Math.floor(random() * value.length)
      return value.map((part: unknown, index) => (index === at ? this.mutate(part, depth + 1) : part))
    }
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && depth < 8) {
      const entries = Object.entries(value)
      const choice = random()
      if (choice < 0.1) return Object.fromEntries(entries.slice(1))
      if (choice < 0.2) return Object.fromEntries([...entries, [pick(random, ['extra', 'id', 'constructor']), 1]])
      if (choice < 0.25) return new Marked('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}')
      if (entries.length > 0 && choice < 0.95) {
        const at = Math.floor(random() * entries.length)
        return Object.fromEntries(
          entries.map(([key, part], index) => [key, index === at ? this.mutate(part, depth + 1) : part]),
        )
      }
    }
    return this.hostile()
  }

  private hostile(): unknown {
    return pick<() => unknown>(this.random, [
      () => null,
      () => true,
      () => -1,
      () => 1e308,
      () => 2 ** 53 + 2,
      () => '',
      () => 'x'.repeat(100_000),
      () => '\ud800\udfff\u0000',
      () => ({}),
      () => [],
      () => Array.from({ length: 2000 }, () => 0),
      () => new Marked(`${'['.repeat(3000)}${']'.repeat(3000)}`),
      () => new Marked('1e999'),
      () => new Marked('-0'),
      () => '<img src=x onerror=alert(1)>',
      () => pick(this.random, this.ids.length === 0 ? ['a'] : this.ids),
    ])()
  }
}

/** JSON text that `JSON.stringify` cannot write. */
class Marked {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}

function textOf(frame: unknown): string {
  const pieces: string[] = []
  const text = JSON.stringify(frame, (_key, value: unknown) => {
    if (!(value instanceof Marked)) return value
    pieces.push(value.json)
    return `@@${pieces.length - 1}@@`
  })
  return text.replace(/"@@(\d+)@@"/g, (_whole, at: string) => pieces[Number(at)] ?? 'null')
}

const resultSchema = z.union([
  z.strictObject({ ok: z.literal(true), value: z.unknown() }),
  z.strictObject({
    ok: z.literal(false),
    error: z.looseObject({ code: errorCodeSchema, detail: z.string().max(2000) }),
  }),
])

/** The fault of an answer; null without one. An `internal` error is a fault, because no input may cause one. */
export function problemWith(message: FuzzMessage, result: unknown): string | null {
  const parsed = resultSchema.safeParse(result)
  if (!parsed.success) return `${message.name}: not an envelope`
  if (!parsed.data.ok) {
    const { code, detail } = parsed.data.error
    return code === 'internal' ? `${message.name}: internal (${detail}) for ${message.text.slice(0, 400)}` : null
  }
  const name = callNames.find((known) => known === message.name)
  if (name === undefined) return `${message.name}: an unknown call succeeded`
  const output = outputs[name].output.safeParse(parsed.data.value)
  return output.success ? null : `${name}: the answer breaks the contract at ${output.error.issues[0]?.path.join('.')}`
}
