import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { askToSendAgain, retryJob } from '../../../../src/renderer/features/images/job-actions.ts'
import { JobNote } from '../../../../src/renderer/features/images/jobs/JobNote.tsx'
import { dispatchJobs, studio, useStudio } from '../../../../src/renderer/features/images/studio-store.ts'
import { showLanguage, startI18n } from '../../../../src/renderer/platform/i18n/i18n.ts'
import { appError } from '../../../../src/shared/errors.ts'
import { job } from './images-made.ts'

const sent: { readonly name: string; readonly input: unknown }[] = []
const lost = job('lost', { status: 'unknown', error: appError('connection_lost', 'reset') })

beforeEach(async () => {
  const call = async (name: string, input: unknown) => {
    sent.push({ name, input })
    return { ok: true, value: job('new') }
  }
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  vi.stubGlobal('window', { bridge: { call } })
  await startI18n('en')
  await showLanguage('en')
  useStudio.setState({ sendingAgain: null })
  dispatchJobs({ type: 'job', job: lost })
  sent.length = 0
})

it('asks before a request whose answer was lost is sent again, and sends nothing', () => {
  expect(renderToStaticMarkup(createElement(JobNote, { job: lost }))).toContain('Send again…')
  askToSendAgain(lost.id)
  expect([studio().sendingAgain, sent]).toEqual([{ jobId: lost.id, change: null }, []])
})

it('sends once for two presses of the consent', async () => {
  await Promise.all([retryJob(lost.id), retryJob(lost.id)])
  expect(sent.map(({ name }) => name)).toEqual(['images.retry'])
  expect(studio().jobs.jobs.map(({ id }) => id)).not.toContain(lost.id)
})
