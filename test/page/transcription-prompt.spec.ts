import { showTranscription } from '../e2e/transcription-desk.ts'
import { expect, test, wordsOf } from './fixtures.ts'

for (const language of ['en', 'zh-CN'] as const)
  test(`${language}: the form says that a model takes no prompt as soon as that is learnt`, async ({ atelier }) => {
    const { bridge, transcripts } = atelier.app
    const page = await atelier.start()
    await showTranscription(page)
    await atelier.call('settings.update', { language })
    const prompt = page.getByRole('textbox', { name: wordsOf(language, 'transcription.prompt') })
    await prompt.fill('Kubernetes')
    transcripts.promptless.add('demo-transcribe')
    bridge.emit('transcription.modelNoted', {})
    await expect(prompt).toBeDisabled()
    await expect(prompt).toHaveAttribute('placeholder', wordsOf(language, 'transcription.promptRefused'))
    await expect(prompt).toHaveValue('')
    // the words stay for the next model
    transcripts.promptless.clear()
    bridge.emit('transcription.modelNoted', {})
    await expect(prompt).toHaveValue('Kubernetes')
  })
