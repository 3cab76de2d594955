import { answered, beginOther, environmentOf, expect, test, wordsOf } from './fixtures.ts'
import { lookInBothThemes } from './looks.ts'

const names = {
  en: { work: 'Work', inner: 'Tides', question: 'Repeat exactly: what the moon does' },
  'zh-CN': { work: '工作', inner: '潮汐', question: 'Repeat exactly: 月亮与潮汐的关系' },
} as const

for (const language of ['en', 'zh-CN'] as const) {
  test(`folders and archived chats fit the window, in ${language}`, async ({ atelier, gateway }) => {
    test.slow()
    const w = (key: string) => wordsOf(language, key)
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language })
    await expect(page.getByRole('button', { name: /demo-chat/ }).first()).toBeVisible()
    const composer = page.getByRole('textbox', { name: w('composer.message'), exact: true })
    const { inner, question, work } = names[language]
    for (const text of [question, `${question} 2`]) {
      await page.getByRole('button', { name: new RegExp(`^${w('chat.newChat')}$`) }).click()
      await composer.fill(text)
      await composer.press('Enter')
      await answered(page, 1)
    }
    const { conversations } = await atelier.call('chat.list', { query: '', offset: 0, limit: 9 })
    const [first, second] = conversations
    const folder = { id: 'work', name: work, parentId: null, system: 'Be brief.', collapsed: false }
    await atelier.call('folders.put', { folder })
    await atelier.call('folders.put', { folder: { ...folder, id: 'inner', name: inner, parentId: 'work' } })
    await atelier.call('folders.move', { conversationIds: [second?.id ?? ''], folderId: 'inner' })
    const fork = crypto.randomUUID()
    const opened = await atelier.call('chat.open', { conversationId: first?.id ?? '', limit: 9 })
    const title = w('order.forkTitle').replace('{{title}}', question)
    const messageId = opened.page.messages.at(-1)?.id ?? ''
    await atelier.call('chat.fork', { messageId, conversationId: fork, title })
    await page.locator(`[data-row="${fork}"]`).click()
    await expect(page.getByText(w('order.origin'), { exact: true })).toBeVisible()
    await page
      .locator('[data-message]')
      .last()
      .getByRole('button', { name: w('message.more') })
      .click()
    await expect(page.getByRole('menuitem', { name: w('order.fork') })).toBeVisible()
    await lookInBothThemes(page, 'order-folders', language)
    await page.keyboard.press('Escape')

    await atelier.call('chat.archive', { conversationId: fork, archived: true })
    await page.getByRole('button', { name: w('order.archiveList') }).click()
    await expect(page.locator(`[data-row="${fork}"]`)).toBeVisible()
    await lookInBothThemes(page, 'order-archive', language)
    await page.getByRole('button', { name: w('order.archiveLeave') }).click()
    await beginOther(page, 'folders.new', language)
    await expect(page.getByRole('dialog')).toBeVisible()
    await lookInBothThemes(page, 'order-folder-form', language)
  })
}
