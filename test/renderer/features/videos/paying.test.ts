import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { needsAgreement } from '../../../../src/renderer/features/videos/form.ts'
import { changeForm, flushForm } from '../../../../src/renderer/features/videos/form-draft.ts'
import { runChoice } from '../../../../src/renderer/features/videos/queue/run-choice.ts'
import { submitVideos } from '../../../../src/renderer/features/videos/submit.ts'
import { useVideos, videos } from '../../../../src/renderer/features/videos/videos-store.ts'
import { startAppState } from '../../../../src/renderer/platform/app-store.ts'
import { useMoney } from '../../../../src/renderer/platform/money-store.ts'
import type { Connection } from '../../../../src/shared/connection.ts'
import type { Price } from '../../../../src/shared/prices.ts'
import { defaultSettings } from '../../../../src/shared/settings.ts'
import { file, job } from './videos-made.ts'

const sent: { readonly name: string; readonly input: unknown }[] = []
const connection: Connection = {
  id: 'c',
  name: 'Gateway',
  baseUrl: 'https://gateway.example',
  kind: 'gateway',
  key: { kept: 'none', lastFour: null },
  allowInsecure: false,
  createdAt: 0,
}
const none = { input: null, cached: null, output: null, image: null, minute: null }
const listed: Price = { ...none, model: 'wan', connectionId: 'c', currency: 'USD', second: 100_000_000 }

function start(videoPriceOf: Readonly<Record<string, number>>): void {
  const shell = {
    version: '0',
    shell: 'browser',
    platform: 'linux',
    mediaBase: '/',
    dataFolder: '',
    notices: [],
  } as const
  startAppState({
    info: { ...shell, locale: 'en' },
    settings: { ...defaultSettings, videoPriceOf },
    connections: { connections: [connection], defaultId: 'c', keychain: { available: true, reason: null } },
    notices: [],
    connected: true,
  })
}

beforeEach(() => {
  useVideos.setState({ question: null, problem: null, submitError: null })
  useMoney.setState({ prices: [] })
  const call = async (name: string, input: unknown) => {
    sent.push({ name, input })
    return { ok: true, value: [] }
  }
  vi.stubGlobal('window', { bridge: { call } })
  start({})
  changeForm({ connectionId: 'c', model: 'wan', text: 'one\ntwo\nthree\nfour\nfive', asList: true, copies: 1 })
  flushForm()
  sent.length = 0
})

const submissions = () => sent.filter(({ name }) => name === 'videos.submit')

it.each([
  ['resubmit', job('done', { status: 'done', file })],
  ['resubmit', job('expired', { status: 'expired' })],
  ['tryAgain', job('failed', { status: 'failed' })],
] as const)('%s of an ended video asks first, and sends nothing', async (choice, ended) => {
  runChoice(choice, ended)
  await new Promise((resolve) => setImmediate(resolve))
  expect(videos().question).toEqual({ kind: 'resubmit', jobId: ended.id })
  expect(sent).toEqual([])
})

it('asks before many videos without a price', () => {
  expect(needsAgreement(10, false)).toBe(true)
  expect(needsAgreement(10, true)).toBe(false)
  expect(needsAgreement(1, false)).toBe(false)
})

describe('a submission of five videos', () => {
  it('five videos without a known price ask first, and are then sent once', async () => {
    await submitVideos()
    expect(videos().question).toEqual({ kind: 'many', count: 5, base: 'wan' })
    expect(submissions()).toEqual([])
    await submitVideos(true)
    expect(submissions()).toHaveLength(1)
    expect(submissions()[0]?.input).toMatchObject({
      jobs: ['one', 'two', 'three', 'four', 'five'].map((prompt) => ({ request: { model: 'wan', prompt } })),
    })
  })

  it.each([
    ['in the price table', [listed], {}],
    ['in the price table for every connection', [{ ...listed, connectionId: '' }], {}],
    ['entered for a second', [], { wan: 0.8 }],
  ] as const)('five videos whose price is %s are sent at once', async (_where, prices, videoPriceOf) => {
    start(videoPriceOf)
    useMoney.setState({ prices })
    await submitVideos()
    expect(videos().question).toBeNull()
    expect(submissions()).toHaveLength(1)
  })

  it('five videos with a price for another connection ask first', async () => {
    useMoney.setState({ prices: [{ ...listed, connectionId: 'other' }] })
    await submitVideos()
    expect(videos().question).toMatchObject({ kind: 'many', count: 5 })
    expect(submissions()).toEqual([])
  })
})

describe('a submission of several videos of one prompt', () => {
  it('each has an id of its own, and a double press sends them once', async () => {
    changeForm({ text: 'a boat', asList: false, copies: 3 })
    await Promise.all([submitVideos(), submitVideos()])
    expect(submissions()).toHaveLength(1)
    const { jobs } = z
      .object({ jobs: z.array(z.object({ jobId: z.string(), request: z.object({ prompt: z.string() }) })) })
      .parse(submissions()[0]?.input)
    expect(jobs.map(({ request }) => request.prompt)).toEqual(['a boat', 'a boat', 'a boat'])
    expect(new Set(jobs.map(({ jobId }) => jobId)).size).toBe(3)
    expect(videos().submitted).toMatchObject({ count: 3 })
  })

  it('two lines of three videos without a known price ask first, for six', async () => {
    changeForm({ text: 'one\ntwo', asList: true, copies: 3 })
    await submitVideos()
    expect(videos().question).toEqual({ kind: 'many', count: 6, base: 'wan' })
    expect(submissions()).toEqual([])
  })
})
