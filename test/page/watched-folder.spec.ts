import { findings } from '../e2e/axe.ts'
import { lookInBothLanguages, lookInBothThemes } from '../e2e/looks.ts'
import { rest } from '../e2e/press-twice.ts'
import { showTranscription } from '../e2e/transcription-desk.ts'
import { expect, test, wordsOf } from './fixtures.ts'
import { recording } from './state/watch.ts'

const yuan = 1e9
const price = {
  ...{ model: 'demo-transcribe', connectionId: '', currency: 'CNY' as const },
  ...{ input: null, cached: null, output: null, image: null, second: null, minute: yuan / 10 },
}

test('a folder is chosen by keyboard, and its new recordings wait for a press with their prices', async ({
  atelier,
}) => {
  const { bridge, watch } = atelier.app
  const page = await atelier.start()
  bridge.emit('prices.changed', [price])
  await showTranscription(page)
  await page.getByRole('button', { name: 'Watch a folder…' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Path of the folder' }).fill('/media/recorder/Talks')
  await page.keyboard.press('Enter')
  const card = page.getByRole('region', { name: 'Watched folder' })
  await expect(card).toContainText('Talks')
  await expect(card).toContainText('New recordings wait here for you.')

  watch.change({ missed: 3 })
  watch.wait([
    recording('Monday.m4a'),
    recording('Tuesday.m4a', { reason: 'changed' }),
    recording('Wednesday.dss', { duration: null, reason: 'no_length' }),
  ])
  const list = card.getByRole('list', { name: 'Waiting recordings' })
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expect(list.getByRole('listitem').first()).toContainText('2:00 · ¥0.20')
  await expect(card).toContainText('3 new recordings in Talks.')
  expect(await findings(page)).toEqual([])
  await lookInBothLanguages(page, 'watched-folder')
  await card.getByRole('button', { name: 'Dismiss' }).click()
  await expect(card).not.toContainText('3 new recordings in Talks.')

  await list.getByRole('button', { name: 'Leave Tuesday.m4a out' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await list.getByRole('button', { name: 'Transcribe Monday.m4a: ¥0.20' }).dblclick()
  await expect(list.getByRole('listitem')).toHaveCount(2)
  const sent = () => bridge.made.filter(({ name }) => name === 'watch.send').map(({ input }) => input)
  expect(sent()).toMatchObject([{ fileIds: ['Monday.m4a'], request: { model: 'demo-transcribe' } }])
  await rest(page)
  await card.getByRole('button', { name: /^Transcribe all 2/ }).click()
  await expect(list).toHaveCount(0)
  expect(sent()).toHaveLength(2)

  watch.change({ isHere: false })
  await expect(card).toContainText('This folder is not there now.')
  await card.getByRole('button', { name: 'Actions for the watched folder' }).click()
  await page.getByRole('menuitem', { name: 'Stop watching' }).click()
  await expect(card).toHaveCount(0)
})

for (const language of ['en', 'zh-CN'] as const)
  test(`${language}: automatic sending says what goes where and what it may cost`, async ({ atelier }) => {
    const w = (key: string) => wordsOf(language, `transcription.watch.${key}`)
    const { bridge, watch } = atelier.app
    watch.change({})
    const page = await atelier.start()
    await showTranscription(page)
    await atelier.call('settings.update', { language })
    const card = page.getByRole('region', { name: w('label') })
    const open = async () => {
      await card.getByRole('button', { name: w('actions') }).click()
      await page.getByRole('menuitem', { name: w('automatic') }).click()
    }
    await open()
    const dialog = page.getByRole('dialog', { name: w('automaticTitle') })
    await expect(dialog.getByRole('button', { name: w('enterPrices') })).toBeVisible()
    await page.keyboard.press('Escape')
    bridge.emit('prices.changed', [price])
    await open()
    const turnOn = dialog.getByRole('button', { name: w('turnOn') })
    await expect(turnOn).toBeDisabled()
    await dialog.getByRole('textbox').fill('5')
    await expect(dialog).toContainText('¥5.00')
    await expect(dialog).toContainText(language === 'en' ? 'Environment' : '环境变量')
    await expect(dialog).toContainText('demo-transcribe')
    await expect(dialog).toContainText('Talks')
    expect(await findings(page)).toEqual([])
    await lookInBothThemes(page, 'watched-folder-automatic', language)
    await turnOn.click()
    await expect(dialog).toHaveCount(0)
    expect(bridge.made.filter(({ name }) => name === 'watch.setAutomatic').map(({ input }) => input)).toMatchObject([
      { automatic: { budget: { currency: 'CNY', nano: 5 * yuan }, request: { model: 'demo-transcribe' } } },
    ])
    watch.change({ spentNano: yuan / 2, held: 1 })
    await expect(card).toContainText('¥0.50')
    await open()
    await dialog.getByRole('button', { name: w('turnOff') }).click()
    await expect(card).toContainText(w('waits'))
  })
