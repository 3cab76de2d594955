import { answered, chatRequests, clipboardOf, expect, parts, say, test } from './fixtures.ts'
import { isOnDisk } from './journal.ts'

const thought = 'The question has two parts'

test.describe("a model's thinking is shown folded", () => {
  test('thinking is one line, opens, stays open, and is in neither the copy nor the next request', async ({
    chat: page,
    gateway,
    atelier,
  }) => {
    await say(page, '/fault think;tokens=40\nRepeat exactly: the answer itself')
    await answered(page, 1)
    const answer = parts.answers(page)
    await expect(answer).toContainText('the answer itself')
    await expect(answer).not.toContainText(thought)
    const line = answer.getByRole('button', { name: /^Thought/ })
    await line.focus()
    await page.keyboard.press('Enter')
    await expect(line).toHaveAttribute('aria-expanded', 'true')
    await expect(answer).toContainText(thought)
    const copied = await clipboardOf(page)
    await answer.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect.poll(copied).toBe('the answer itself')

    await say(page, 'Repeat exactly: and more')
    await answered(page, 2)
    await expect(answer.first()).toContainText(thought)
    expect(JSON.stringify(chatRequests(gateway).at(-1)?.body)).not.toContain(thought)
    const stored = (await atelier.messages()).find(({ thinking }) => thinking !== undefined)
    expect(stored?.text).not.toContain(thought)

    await page.reload()
    await expect(
      parts
        .answers(page)
        .first()
        .getByRole('button', { name: /^Thought/ }),
    ).toBeVisible()
  })

  test('thinking in tags is shown the same way', async ({ chat: page }) => {
    await say(page, '/fault think;shape=tags\nRepeat exactly: only this')
    await answered(page, 1)
    await expect(parts.answers(page)).toContainText('only this')
    await expect(parts.answers(page)).not.toContainText('think>')
    await expect(parts.answers(page).getByRole('button', { name: /^Thought/ })).toBeVisible()
  })

  test('thinking survives a crash with the answer', async ({ chat: page, atelier }) => {
    await say(page, '/fault think;tokens=30,stall;after=20\nRepeat exactly: never said')
    const line = parts.answers(page).getByRole('button', { name: /^Thinking/ })
    await line.click()
    await expect(parts.answers(page)).toContainText('two parts, and the first')
    await isOnDisk(atelier.data, 'two parts, and the first', 1, 'thinking')
    await atelier.kill()
    await atelier.restart()
    await parts.rows(page).getByRole('button').first().click()
    await expect(parts.answers(page)).toHaveAttribute('aria-busy', 'false')
    await parts.answers(page).getByRole('button', { name: 'Thinking', exact: true }).click()
    await expect(parts.answers(page)).toContainText('two parts, and the first')
    const [, answer] = await atelier.messages()
    expect([answer?.text, answer?.thinking?.text.startsWith(thought)]).toEqual(['', true])
  })
})
