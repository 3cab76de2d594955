import { findings } from '../e2e/axe.ts'
import { beginOther, expect, parts, test } from './fixtures.ts'

test('an earlier chat is offered after @ by its title, added as a file and removed again', async ({ atelier }) => {
  atelier.app.chats.seed('Tides', ['What moves the sea?', 'The moon does.'])
  atelier.app.chats.seed('Lamps', ['What lights a harbour?', 'Oil.'])
  const page = await atelier.start()
  await parts.composer(page).fill('@tid')
  const option = page.getByRole('option', { name: /^Tides/ })
  await expect(option).toBeVisible()
  await expect(page.getByRole('option', { name: /^Lamps/ })).toHaveCount(0)
  expect(await findings(page)).toEqual([])
  await option.click()
  await expect(parts.composer(page)).toHaveValue('')
  await expect(parts.composer(page)).toBeFocused()
  const files = page.getByRole('list', { name: 'Files', exact: true })
  await expect(files.getByRole('button', { name: /Tides\.md/ }).first()).toBeVisible()
  await files.getByRole('button', { name: /^Remove/ }).click()
  await expect(files).toHaveCount(0)

  // a temporary chat takes none
  await beginOther(page, 'temporary.new')
  await expect(page.getByRole('region', { name: 'Temporary chat' })).toBeVisible()
  await parts.composer(page).fill('@')
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await expect(page.getByRole('option', { name: /^Tides/ })).toHaveCount(0)
})
