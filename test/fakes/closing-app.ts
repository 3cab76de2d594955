/**
 * Composes an app in a separate process, starts everything that could keep a process alive, closes the app, and does
 * nothing more. The process must then end. Arguments: data folder, gateway address, key.
 */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '../../src/main/app.ts'
import { defaultParameters } from '../../src/shared/chat-limits.ts'
import { AppClient } from './app-client.ts'
import { testPlatform } from './platform.ts'
import { transcriptionRequest, wav } from './recordings.ts'

const [data = '', baseUrl = '', key = ''] = process.argv.slice(2)
const { platform } = testPlatform({
  paths: { data, resources: join(import.meta.dirname, '../../resources') },
  environment: { ATELIER_BASE_URL: baseUrl, ATELIER_API_KEY: key },
})
const app = await createApp(platform, { demo: true })
const client = new AppClient(() => app)
const send = (text: string) =>
  client.call('chat.send', {
    conversationId: randomUUID(),
    messageId: randomUUID(),
    connectionId: 'environment',
    model: 'demo-chat',
    parameters: defaultParameters,
    text,
    attachments: [],
  })

// a stream, a wait for a retry, an unanswered model list, an unanswered picture, an imported file, image requests in
// three states, and recordings in three states
await send('/fault stall(after=5)\nhello')
await platform.events.until('chat.delta', () => true)
await send('/fault rate-limit;retry-after=300\nhello')
await platform.events.until('chat.status', ({ status }) => status.wait !== null)
for (const prompt of ['/fault delay;ms=600000', '/fault rate-limit;retry-after=300', '/fault delay;ms=600000', 'x']) {
  const { id } = await client.call('images.submit', {
    jobId: randomUUID(),
    request: {
      connectionId: 'environment',
      model: 'demo-image-free',
      prompt,
      n: 1,
      size: '32x32',
      quality: null,
      responseFormat: null,
      edit: null,
    },
  })
  if (prompt === 'x') continue
  const begun = prompt.includes('delay') ? 'sending' : 'waiting'
  await platform.events.until('images.job', (job) => job.id === id && job.status === begun)
}
for (const [index, faults] of ['+delay(ms=600000)', '+rate-limit(retry-after=300)', ''].entries()) {
  const recording = join(data, `recording-${index}`)
  writeFileSync(recording, wav(1, index))
  const { id } = await client.call('transcription.add', {
    jobId: randomUUID(),
    token: app.importFile({ path: recording, name: 'a.wav', temporary: true }),
    name: 'a.wav',
    request: { ...transcriptionRequest(), model: `demo-transcribe${faults}` },
  })
  await platform.events.until('transcription.job', (job) => job.id === id && job.status === 'preparing')
  const pageId = randomUUID()
  await client.call('transcription.claim', { pageId })
  if (faults === '') continue
  const heard = { duration: 1000, silent: false, waveform: '', pieces: 0 }
  await client.call('transcription.listened', { jobId: id, pageId, heard })
  const begun = faults.includes('delay') ? 'sending' : 'waiting'
  await platform.events.until('transcription.job', (job) => job.id === id && job.status === begun)
}
const models = app.call('models.list', { connectionId: 'environment', refresh: true })
const picture = app.call('media.addRemotePicture', { url: new URL('/v1/models', baseUrl).href })
const imported = join(data, 'dropped')
writeFileSync(imported, 'x')
app.importFile({ path: imported, name: 'dropped', temporary: true })

await app.close()
await Promise.all([models, picture])
// after closing it answers calls but starts nothing
const late = await app.call('models.list', { connectionId: 'environment', refresh: true })
app.importFile({ path: imported, name: 'dropped', temporary: true })
process.stdout.write(
  `closed ${late.ok ? 'ok' : late.error.code} ${app.findMedia('0'.repeat(64))} ${app.leaving().interrupted}\n`,
)
