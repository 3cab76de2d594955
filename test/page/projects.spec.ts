import { findings } from '../e2e/axe.ts'
import { beginOther, expect, parts, test } from './fixtures.ts'

test('a project gives its new chats a model and a file, and says what is missing', async ({ chat: page }) => {
  await beginOther(page, 'folders.new')
  const form = page.getByRole('dialog', { name: 'New project' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Tides')
  await form.getByRole('textbox', { name: 'Instructions' }).fill('Answer about the sea.')
  await form.getByText('Model, parameters, tools and files').press('Enter')
  await form.getByRole('combobox', { name: 'Model' }).fill('no-such-model')
  const chosen = page.waitForEvent('filechooser')
  await form.getByRole('button', { name: 'Add files…' }).press('Enter')
  await (await chosen).setFiles({ name: 'tides.md', mimeType: 'text/plain', buffer: Buffer.from('The moon pulls.') })
  await expect(form.getByRole('button', { name: 'Remove tides.md' })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await form.getByRole('button', { name: 'Create' }).press('Enter')

  const menu = parts.list(page).getByRole('button', { name: 'Actions for project Tides' })
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'New chat here' }).press('Enter')
  await expect(page.getByText('This chat will be in “Tides” and begin with its settings.')).toBeVisible()
  const files = page.getByRole('list', { name: 'Files', exact: true })
  await expect(files).toContainText('tides.md')
  await expect(files).toContainText('from the project')
  // its files alone are no message
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
  await expect(page.getByText('not available now: the model no-such-model.')).toBeVisible()
  expect(await findings(page)).toEqual([])

  // the step of the sentence leads to the settings, and the new chat follows them
  await page.getByRole('button', { name: 'Project settings…' }).press('Enter')
  const settings = page.getByRole('dialog', { name: 'Project settings' })
  await settings.getByRole('combobox', { name: 'Model' }).fill('demo-chat-large')
  await settings.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByRole('button', { name: /^Choose a model: demo-chat-large/ })).toBeVisible()
  await expect(page.getByText('not available now')).toHaveCount(0)

  await beginOther(page, 'folders.new')
  await page.getByRole('dialog', { name: 'New project' }).getByRole('textbox', { name: 'Name' }).fill('Tides')
  await expect(page.getByText('Another project has this name.')).toBeVisible()
})
