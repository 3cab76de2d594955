import { beforeEach, expect, it, vi } from 'vitest'
import { needsAgreement } from '../../../../src/renderer/features/videos/form.ts'
import { runChoice } from '../../../../src/renderer/features/videos/queue/run-choice.ts'
import { useVideos, videos } from '../../../../src/renderer/features/videos/videos-store.ts'
import { file, job } from './videos-made.ts'

const sent: string[] = []

beforeEach(() => {
  sent.length = 0
  useVideos.setState({ question: null })
  const call = async (name: string) => {
    sent.push(name)
    return { ok: true, value: null }
  }
  vi.stubGlobal('window', { bridge: { call } })
})

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
  expect(needsAgreement(10, undefined)).toBe(true)
  expect(needsAgreement(10, 0.8)).toBe(false)
  expect(needsAgreement(1, undefined)).toBe(false)
})
