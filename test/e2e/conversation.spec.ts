import {
  answered,
  browserShellOnly,
  chatRequests,
  exchange,
  expect,
  numberedWords,
  parts,
  say,
  sentText,
  test,
} from './fixtures.ts'
import { rest } from './press-twice.ts'

const manyWords = numberedWords(150)

test.describe('during a streaming answer', () => {
  // fast, because each moment to observe is held by the line
  test.use({ pace: 500 })

  test('Stop keeps the text, Continue completes it', async ({ lineChat: page, line, atelier, gateway }) => {
    line.holdAfter(6000)
    await say(page, `Repeat exactly: ${manyWords}`)
    const answer = parts.answers(page)
    await expect(answer).toContainText('word5 ')
    await parts.stop(page).click()
    await expect(answer).toContainText('Stopped.')
    await expect(parts.composer(page)).toBeFocused()
    const [, stopped] = await atelier.messages()
    expect(stopped?.status.state).toBe('stopped')
    expect(manyWords.startsWith(stopped?.text ?? 'nothing')).toBe(true)
    expect(stopped?.text.length).toBeLessThan(manyWords.length)
    line.release()

    await answer.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(answer.getByText(manyWords, { exact: true })).toBeVisible()
    await answered(page, 1)
    expect((await atelier.messages()).map(({ status }) => status.state)).toEqual(['done', 'done'])
    expect(chatRequests(gateway)).toHaveLength(2)
  })

  test('focus that moves to an earlier message of a streaming answer stays in view', async ({
    lineChat: page,
    line,
  }) => {
    // so short that the list keeps the question mounted
    await exchange(page, 'Write 400 characters of mixed Markdown', 1)
    line.holdAfter(3000)
    await say(page, `Repeat exactly: ${numberedWords(500)}`)
    await expect(parts.answers(page).last()).toContainText('word5 ')
    const edit = parts.own(page).filter({ hasText: 'Markdown' }).getByRole('button', { name: 'Edit', exact: true })
    await edit.focus()
    line.release()
    await expect(parts.send(page)).toBeVisible()
    await expect(edit).toBeFocused()
    await expect(edit).toBeInViewport()
  })

  test('Stop ends the request', async ({ chat: page, gateway }) => {
    await say(page, `/fault stall;after=20\nRepeat exactly: ${manyWords}`)
    await expect(parts.answers(page)).toContainText('word3 ')
    await parts.stop(page).click()
    await expect(parts.answers(page)).toContainText('Stopped.')
    await expect.poll(() => chatRequests(gateway).at(-1)?.outcome).toBe('client-gone')
  })

  test('Escape stops the answer, and so does the command palette', async ({ chat: page }) => {
    await say(page, `/fault stall;after=20\nRepeat exactly: ${manyWords}`)
    await expect(parts.answers(page)).toContainText('word3 ')
    await parts.composer(page).press('Escape')
    await expect(parts.answers(page)).toContainText('Stopped.')

    await say(page, `/fault stall;after=20\nRepeat exactly: ${manyWords}`)
    await expect(parts.answers(page).last()).toContainText('word3 ')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /Search actions/ }).fill('stop the answer')
    await expect(page.getByRole('option', { name: /Stop the answer/ })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(parts.answers(page).last()).toContainText('Stopped.')
  })

  test('Enter queues the next message, Escape cancels it, and it is sent once', async ({
    lineChat: page,
    line,
    gateway,
  }) => {
    line.holdAfter(3000)
    await say(page, `Repeat exactly: ${manyWords}`)
    await expect(parts.answers(page)).toContainText('word5 ')
    const composer = parts.composer(page)
    const queued = page.getByText('Sends when this answer ends · Esc cancels')
    await composer.fill('Repeat exactly: second')
    await composer.press('Enter')
    await expect(queued).toBeVisible()
    await composer.press('Escape')
    await expect(queued).toBeHidden()
    await expect(parts.stop(page)).toBeVisible()
    await expect(composer).toHaveValue('Repeat exactly: second')

    await composer.press('Enter')
    await composer.press('Enter')
    await expect(queued).toBeVisible()
    expect(chatRequests(gateway)).toHaveLength(1)
    line.release()
    await answered(page, 2)
    await expect(composer).toHaveValue('')
    await expect(parts.answers(page).last()).toContainText('second')
    expect(chatRequests(gateway)).toHaveLength(2)
  })

  test('a reload restores the conversation, without lost or doubled text', async ({
    lineChat: page,
    line,
    gateway,
    atelier,
  }) => {
    line.holdAfter(6000)
    await say(page, `Repeat exactly: ${manyWords}`)
    const answer = parts.answers(page)
    await expect(answer).toContainText('word5 ')
    for (const [from, to] of [
      ['word5 ', 8000],
      ['word10 ', null],
    ] as const) {
      await page.reload()
      await expect(answer).toHaveAttribute('aria-busy', 'true')
      await expect(parts.stop(page)).toBeVisible()
      await expect(answer).toContainText(from)
      line.release()
      if (to !== null) line.holdAfter(to)
    }
    await answered(page, 1)
    await expect(answer.getByText(manyWords, { exact: true })).toBeVisible()
    const requests = chatRequests(gateway)
    expect(requests).toHaveLength(1)
    expect((await atelier.messages()).at(-1)?.text).toBe(sentText(requests[0]))
  })

  test('two pages show the same messages', async ({ lineChat: page, line, atelier, shellKind }) => {
    browserShellOnly(shellKind, 'Electron has one window')
    const other = await atelier.openAnother()
    line.holdAfter(6000)
    await say(page, `Repeat exactly: ${manyWords}`)
    await parts
      .row(other, /Repeat exactly/)
      .getByRole('button')
      .first()
      .click()
    await expect(parts.answers(other)).toHaveAttribute('aria-busy', 'true')
    await expect(parts.answers(other)).toContainText('word5 ')
    await parts.stop(other).click()
    for (const each of [page, other]) {
      await expect(parts.answers(each)).toContainText('Stopped.')
      await expect(parts.send(each)).toBeVisible()
    }
    line.release()
    await parts.answers(other).getByRole('button', { name: 'Continue', exact: true }).click()
    for (const each of [page, other]) {
      await expect(parts.answers(each).getByText(manyWords, { exact: true })).toBeVisible()
      await answered(each, 1)
    }
    await say(other, 'Repeat exactly: said in the other page')
    for (const each of [page, other]) {
      await answered(each, 2)
      await expect(parts.answers(each).last()).toContainText('said in the other page')
    }
  })

  test('two pages show the same version, and the next message continues from it', async ({
    chat: page,
    atelier,
    gateway,
    shellKind,
  }) => {
    browserShellOnly(shellKind, 'Electron has one window')
    const answer = await exchange(page, 'Write two short paragraphs about tea', 1)
    const first = (await atelier.messages()).at(-1)?.text ?? ''
    await answer.getByRole('button', { name: 'Ask again' }).click()
    await expect(answer.getByRole('group', { name: 'Version 2 of 2' })).toBeVisible()
    await answered(page, 1)
    const other = await atelier.openAnother()
    await parts
      .row(other, /about tea/)
      .getByRole('button')
      .first()
      .click()
    await expect(other.getByRole('group', { name: 'Version 2 of 2' })).toBeVisible()
    await page.getByRole('button', { name: 'Previous version' }).click()
    for (const each of [page, other]) await expect(each.getByRole('group', { name: 'Version 1 of 2' })).toBeVisible()
    await exchange(other, 'Repeat exactly: and then', 2)
    const sent = chatRequests(gateway).at(-1)?.body
    expect(sent).toMatchObject({
      messages: [{ role: 'user' }, { role: 'assistant', content: first }, { role: 'user' }],
    })
    await answered(page, 2)
  })

  test('another conversation can be used while an answer streams', async ({ lineChat: page, line }) => {
    line.holdAfter(6000)
    await say(page, `Repeat exactly: ${manyWords}`)
    await expect(parts.answers(page)).toContainText('word5 ')
    await parts.newChat(page).click()
    await exchange(page, 'Repeat exactly: short one', 1)
    line.release()
    await parts
      .row(page, /word1 word2/)
      .getByRole('button')
      .first()
      .click()
    await answered(page, 1)
    await expect(parts.answers(page).getByText(manyWords, { exact: true })).toBeVisible()
  })
})

test('retry keeps the earlier answer as a version', async ({ chat: page, atelier }) => {
  const answer = await exchange(page, 'Write two short paragraphs about tea', 1)
  await answer.getByRole('button', { name: 'Ask again' }).click()
  await expect(answer.getByRole('group', { name: 'Version 2 of 2' })).toBeVisible()
  await answered(page, 1)
  const [, second] = await atelier.messages()
  await answer.getByRole('button', { name: 'Previous version' }).click()
  await expect(answer.getByRole('group', { name: 'Version 1 of 2' })).toBeVisible()
  const [, first] = await atelier.messages()
  expect(first?.id).not.toBe(second?.id)
  await answer.getByRole('button', { name: 'Next version' }).click()
  await expect(answer.getByRole('group', { name: 'Version 2 of 2' })).toBeVisible()

  // another model, for this answer alone
  await page.getByRole('button', { name: 'Ask another model…' }).last().press('Enter')
  await page.getByRole('combobox', { name: /^Search models/ }).fill('demo-chat-large')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: 'demo-chat-large' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Version 3 of 3' })).toBeVisible()
  await expect(page.getByRole('button', { name: /: demo-chat(?!-)/ })).toBeVisible()

  // the user's own words, as one more version
  await answered(page, 1)
  // an Enter this soon after the last one counts as its second half
  await rest(page)
  await parts.answers(page).last().locator('[data-message-menu]').press('Enter')
  await page.getByRole('menuitem', { name: 'Edit answer' }).press('Enter')
  const field = page.getByRole('textbox', { name: 'Edit the answer' })
  await expect(field).toBeFocused()
  await field.fill('Tea, in one line.')
  await field.press('Control+Enter')
  await expect(page.getByRole('group', { name: 'Version 4 of 4' })).toBeVisible()
  await expect(parts.answers(page).last()).toContainText('Edited by you')
  await expect(parts.answers(page).last()).toContainText('Tea, in one line.')
})

test('an edited message begins another branch, and the first one stays', async ({ chat: page }) => {
  await exchange(page, 'Repeat exactly: first thought', 1)
  await exchange(page, 'Repeat exactly: what followed', 2)
  const own = parts.own(page).first()
  await own.hover()
  await own.getByRole('button', { name: 'Edit' }).click()
  const field = own.getByRole('textbox', { name: 'Edit the message' })
  await expect(field).toBeFocused()
  await field.fill('Repeat exactly: second thought')
  await own.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(await answered(page, 1)).toContainText('second thought')
  await expect(own.getByRole('group', { name: 'Version 2 of 2' })).toBeVisible()

  await own.getByRole('button', { name: 'Previous version' }).click()
  await expect(parts.answers(page)).toHaveCount(2)
  await expect(parts.answers(page).first()).toContainText('first thought')
  await expect(parts.answers(page).last()).toContainText('what followed')
})

test('an answer that is not streamed appears in one piece', async ({ chat: page, atelier, gateway }) => {
  await atelier.call('settings.update', { stream: false })
  await expect(await exchange(page, 'Repeat exactly: all at once', 1)).toContainText('all at once')
  expect(chatRequests(gateway).at(-1)?.body).not.toMatchObject({ stream: true })
})

test.describe('actions on the list of conversations', () => {
  test('the list of conversations is sorted by activity, with pinned ones first', async ({ chat: page }) => {
    for (const title of ['Alpha', 'Beta', 'Gamma']) {
      await parts.newChat(page).click()
      await exchange(page, title, 1)
    }
    const titles = parts.rows(page)
    await expect(titles).toContainText(['Gamma', 'Beta', 'Alpha'])

    await parts.row(page, 'Alpha').getByRole('button').first().click()
    await expect(parts.own(page)).toContainText('Alpha')
    await exchange(page, 'And again', 2)
    await expect(titles).toContainText(['Alpha', 'Gamma', 'Beta'])

    await parts.row(page, 'Beta').hover()
    await page.getByRole('button', { name: 'Actions for Beta' }).click()
    await page.getByRole('menuitem', { name: 'Pin', exact: true }).click()
    await expect(titles).toContainText(['Beta', 'Alpha', 'Gamma'])
    await expect(parts.list(page).getByText('Pinned', { exact: true })).toBeVisible()
    await page.reload()
    await expect(titles).toContainText(['Beta', 'Alpha', 'Gamma'])
  })

  test('a conversation is renamed in the list', async ({ chat: page, atelier }) => {
    await exchange(page, 'Alpha', 1)
    await parts.row(page, 'Alpha').hover()
    await page.getByRole('button', { name: 'Actions for Alpha' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    const field = page.getByRole('textbox', { name: 'Name of the chat' })
    await expect(field).toBeFocused()
    await field.fill('茶与桥 & <b>bridges</b>')
    await field.press('Enter')
    await expect(parts.rows(page)).toContainText(['茶与桥 & <b>bridges</b>'])
    await atelier.restart()
    await expect(parts.rows(page)).toContainText(['茶与桥 & <b>bridges</b>'])
  })

  test('a conversation is deleted in the list, with an undo', async ({ chat: page }) => {
    await exchange(page, 'Repeat exactly: keep me', 1)
    await parts.row(page, 'keep me').hover()
    await page.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(parts.rows(page)).toHaveCount(0)
    await expect(parts.own(page)).toHaveCount(0)
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
    await expect(parts.rows(page)).toHaveCount(1)
    await expect(parts.answers(page)).toContainText('keep me')
  })
})
