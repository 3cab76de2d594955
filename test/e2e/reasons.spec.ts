import { expect, parts, say, test, wordsOf } from './fixtures.ts'
import { readyToGenerate, studio } from './image-studio.ts'
import { speech } from './recordings.ts'
import { chooseFiles, showTranscription, desk as soundDesk, wavFile } from './transcription-desk.ts'
import { openVideos, submitPrompt, desk as videoDesk } from './video-desk.ts'

const sentence = 'The prompt names a person.'
const refuse = (status: number) => `fail;status=${status};message=${sentence}`

for (const status of [400, 413, 415, 422]) {
  test(`the gateway's message about a ${status} is shown in every panel`, async ({ chat: page, gateway }) => {
    for (const path of ['chat/completions', 'images/', 'videos/', 'audio/'])
      gateway.addFaults(refuse(status), `/v1/${path}`)
    await say(page, 'hello')
    await expect(parts.conversation(page).getByText(sentence, { exact: true })).toBeVisible()

    await readyToGenerate(page)
    await studio.generate(page).click()
    await expect(studio.notes(page).getByText(sentence, { exact: true })).toBeVisible()

    await openVideos(page)
    await submitPrompt(page, 'a river')
    await expect(videoDesk.card(page, 'a river').getByText(sentence, { exact: true })).toBeVisible()

    await showTranscription(page)
    await chooseFiles(page, wavFile('talk.wav', speech(2).wav))
    await expect(soundDesk.job(page, 'talk.wav').getByText(sentence, { exact: true })).toBeVisible()
  })
}

test('a failed task shows the reason on its card', async ({ chat: page, gateway }) => {
  gateway.addFaults(`video-fails;message=${sentence}`, '/v1/videos/generations')
  await openVideos(page)
  await submitPrompt(page, 'a river')
  const card = videoDesk.card(page, 'a river')
  await expect(card.getByText(sentence, { exact: true })).toBeVisible()
})

const fitting = [
  { status: 401, choice: 'steps.openConnections' },
  { status: 402, choice: 'steps.openConnections' },
  { status: 404, choice: 'steps.chooseModel' },
  { status: 400, choice: 'videos.edit' },
]

for (const { status, choice } of fitting) {
  test(`a video that was refused with ${status} offers a solution`, async ({ chat: page, gateway }) => {
    gateway.addFaults(refuse(status), '/v1/videos/generations')
    await openVideos(page)
    await submitPrompt(page, 'a river')
    const card = videoDesk.card(page, 'a river')
    await expect(card.getByRole('button', { name: wordsOf('en', choice) })).toBeVisible()
    if (choice === 'videos.edit') return
    await expect(card.getByRole('button', { name: wordsOf('en', 'videos.edit') })).toHaveCount(0)
    if (status === 401) {
      await card.getByRole('button', { name: wordsOf('en', choice) }).click()
      await expect(page.getByRole('button', { name: wordsOf('en', 'settings.test') })).toBeVisible()
    }
  })
}
