import type { Locator } from '@playwright/test'
import { createDemoGateway } from '../../src/demo-gateway/server.ts'
import {
  answered,
  chatRequests,
  clipboardOf,
  environmentOf,
  exchange,
  expect,
  noteTexts,
  parts,
  say,
  sentText,
  test,
  wordsOf,
} from './fixtures.ts'

/** Checks the only alert of an answer: its sentence, and exactly one next step. */
async function expectOneStep(answer: Locator, sentence: string, step: string): Promise<void> {
  const alert = answer.getByRole('alert')
  await expect(alert).toContainText(sentence)
  await expect(alert.getByRole('button')).toHaveText([step])
}

interface Trouble {
  readonly name: string
  readonly fault: string
  /** The error's code, which selects its texts in both languages. */
  readonly code: string
  /** Whether part of the answer arrived before. */
  readonly withText: boolean
  readonly state: 'failed' | 'interrupted'
}

const troubles: readonly Trouble[] = [
  { name: 'a wrong key', fault: 'fail;status=401', code: 'invalid_key', withText: false, state: 'failed' },
  { name: 'an unknown model', fault: 'fail;status=404', code: 'model_not_found', withText: false, state: 'failed' },
  { name: 'a prompt that is too long', fault: 'fail;status=413', code: 'too_large', withText: false, state: 'failed' },
  { name: 'a refused request', fault: 'fail;status=400', code: 'bad_request', withText: false, state: 'failed' },
  { name: 'an empty balance', fault: 'quota', code: 'quota', withText: false, state: 'failed' },
  {
    name: 'four errors of the server',
    fault: 'fail;status=500',
    code: 'server_error',
    withText: false,
    state: 'failed',
  },
  {
    name: 'a service that stays away',
    fault: 'fail;status=503',
    code: 'unavailable',
    withText: false,
    state: 'failed',
  },
  { name: 'a web page', fault: 'html', code: 'not_a_gateway', withText: false, state: 'failed' },
  { name: 'an empty body', fault: 'empty', code: 'empty_answer', withText: false, state: 'failed' },
  { name: 'a reset before the answer', fault: 'reset', code: 'connection_lost', withText: false, state: 'failed' },
  { name: 'a redirect', fault: 'redirect', code: 'redirected', withText: false, state: 'failed' },
  {
    name: 'a stream that ends early',
    fault: 'early-close;after=8',
    code: 'cut_short',
    withText: true,
    state: 'interrupted',
  },
  {
    name: 'a reset in mid-stream',
    fault: 'reset;after=8',
    code: 'connection_lost',
    withText: true,
    state: 'interrupted',
  },
  {
    name: 'an error in mid-stream',
    fault: 'stream-error;after=8',
    code: 'stream_error',
    withText: true,
    state: 'interrupted',
  },
  { name: 'a stream that stalls', fault: 'stall;after=8', code: 'stalled', withText: true, state: 'interrupted' },
]

for (const { name, fault, code, withText, state } of troubles) {
  test(`${name} shows its own message, and the conversation continues`, async ({ chat: page, atelier, gateway }) => {
    await atelier.call('settings.update', { stallSeconds: 5 })
    await say(page, `/fault ${fault}\nRepeat exactly: some words that are long enough to be broken off in their middle`)
    const answer = parts.answers(page).first()
    const step = withText ? 'steps.continue' : `errors.${code}.next`
    await expectOneStep(answer, wordsOf('en', `errors.${code}.title`), wordsOf('en', step))
    const [, told] = await atelier.messages()
    expect(told?.status).toMatchObject({ state, error: { code } })
    expect(told?.text).toBe(sentText(chatRequests(gateway).at(-1)))
    if (withText) {
      await expect(answer).toContainText('some words')
      await expect(answer).toContainText('The answer was interrupted. The text so far is kept.')
    }

    await atelier.call('settings.update', { language: 'zh-CN' })
    await expectOneStep(answer, wordsOf('zh-CN', `errors.${code}.title`), wordsOf('zh-CN', step))
    await atelier.call('settings.update', { language: 'en' })

    await expect(await exchange(page, 'Repeat exactly: and on we go', 2)).toContainText('and on we go')
  })
}

test('an unreachable gateway is reported, and is reached again once it is back', async ({ atelier, data }) => {
  expect(data).toBe(atelier.data)
  const before = await createDemoGateway({ tokensPerSecond: Number.POSITIVE_INFINITY })
  const page = await atelier.start({ environment: environmentOf(before) })
  await exchange(page, 'Repeat exactly: there', 1)
  await before.close()
  await say(page, 'Repeat exactly: and back')
  const gone = await answered(page, 2)
  await expectOneStep(gone, wordsOf('en', 'errors.refused.title'), wordsOf('en', 'errors.refused.next'))

  const back = await createDemoGateway({
    port: Number(new URL(before.origin).port),
    keys: [{ key: before.key, group: 'all' }],
  })
  await gone.getByRole('button', { name: 'Ask again' }).click()
  await expect(await answered(page, 2)).toContainText('and back')
  await back.close()
})

test.describe('the gateway answers with a rate limit', () => {
  test('a rate limit counts down and then retries automatically', async ({ chat: page, gateway }) => {
    const title = wordsOf('en', 'errors.rate_limited.title')
    const noted = await noteTexts(page, new RegExp(`${title}|Attempt 2 of 4 in [1-3] s`))
    await say(page, '/fault rate-limit;retry-after=3;times=1\nRepeat exactly: at last')
    await expect(await answered(page, 1)).toContainText('at last')
    const counted = (await noted()).filter((text) => text !== title)
    expect(await noted()).toContain(title)
    expect(counted.length).toBeGreaterThan(1)
    expect(counted).toEqual(counted.toSorted().toReversed())
    expect(chatRequests(gateway)).toHaveLength(2)
  })

  test('a retry after a rate limit can be cancelled during its countdown', async ({ chat: page, atelier, gateway }) => {
    await say(page, '/fault rate-limit;retry-after=60\nRepeat exactly: never')
    const answer = parts.answers(page)
    await expect(answer).toContainText(/Attempt 2 of 4 in \d\d s/)
    await expect(parts.stop(page)).toBeVisible()
    await atelier.call('settings.update', { language: 'zh-CN' })
    await expect(answer).toContainText(/\d+ 秒后第 2 次尝试，共 4 次/)
    await atelier.call('settings.update', { language: 'en' })
    await answer.getByRole('button', { name: 'Cancel' }).click()
    await expect(answer).toContainText('Stopped before the first word.')
    await expect(answer.getByRole('button', { name: 'Try again', exact: true })).toBeVisible()
    expect(chatRequests(gateway)).toHaveLength(1)
    await exchange(page, 'Repeat exactly: and on', 2)
  })

  test('a lasting rate limit is reported after four attempts', async ({ chat: page, gateway }) => {
    await say(page, '/fault rate-limit;retry-after=0\nHello')
    await expectOneStep(parts.answers(page), wordsOf('en', 'errors.rate_limited.title'), 'Try again')
    expect(chatRequests(gateway)).toHaveLength(4)
  })
})

test('the request id is folded away and can be copied, without the key', async ({ chat: page, gateway }) => {
  const read = await clipboardOf(page)
  gateway.addFaults(`fail;status=400;message=No%20${gateway.key}%20here`, '/v1/chat/completions')
  const answer = await exchange(page, 'Hello', 1)
  const id = chatRequests(gateway).at(-1)?.id ?? 'none'
  await expect(answer.getByText(id)).toBeHidden()
  await answer.getByText('Details', { exact: true }).click()
  await expect(answer.getByText(id)).toBeVisible()
  await answer.getByRole('button', { name: 'Copy details' }).click()
  await expect(answer.getByRole('button', { name: 'Copied' })).toBeVisible()
  const copied = await read()
  expect(copied).toContain(`request: ${id}`)
  expect(copied).toContain('status: 400')
  expect(copied).not.toContain(gateway.key)
  await expect(page.locator('body')).not.toContainText(gateway.key)
})

test('a wrong key offers the connections, and a wrong model the model picker', async ({ chat: page }) => {
  await exchange(page, '/fault fail;status=404\nHello', 1)
  await page.getByRole('alert').getByRole('button', { name: 'Choose another model' }).click()
  await expect(page.getByRole('combobox', { name: 'Search models or type a name' })).toBeFocused()
  await page.keyboard.press('Escape')
  await exchange(page, '/fault fail;status=401\nHello', 2)
  await page.getByRole('alert').last().getByRole('button', { name: 'Replace key' }).click()
  await expect(page.getByRole('heading', { name: 'Connections', exact: true })).toBeVisible()
})

test('Continue after a broken stream completes the answer', async ({ chat: page, atelier }) => {
  const text = 'some words that are long enough to be broken off in their middle'
  await say(page, `/fault early-close;after=8;times=1\nRepeat exactly: ${text}`)
  const answer = await answered(page, 1)
  await answer.getByRole('alert').getByRole('button', { name: 'Continue' }).click()
  await expect(answer.getByRole('alert')).toHaveCount(0)
  await answered(page, 1)
  expect((await atelier.messages())[1]?.text).toBe(text)
})
