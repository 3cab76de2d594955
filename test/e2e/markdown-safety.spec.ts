import type { Page } from '@playwright/test'
import { answered, expect, say, test } from './fixtures.ts'

/** Makes the model say a text word for word. */
async function modelSays(page: Page, markdown: string, count = 1) {
  await say(page, `Repeat exactly: ${markdown}`)
  return await answered(page, count)
}

test.beforeEach(async ({ context, shellKind }) => {
  if (shellKind !== 'browser') return
  // nothing outside this computer is reached, but every attempt shows as a request
  await context.route(/^https?:\/\/(?!127\.0\.0\.1|localhost)/, (route) => route.fulfill({ body: 'outside' }))
})

test('a remote picture is loaded only by a click, through main, and shown from the library', async ({
  chat: page,
  atelier,
  gateway,
}) => {
  const made = await fetch(`${gateway.baseUrl}/images/generations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'demo-image-classic', prompt: 'a bridge', size: '256x256', response_format: 'url' }),
  })
  const address = /"url":\s*"([^"]+)"/.exec(await made.text())?.[1] ?? 'none'
  const fetches = () => gateway.requests().filter((request) => request.path.startsWith('/files/')).length

  const answer = await modelSays(
    page,
    `![a bridge](${address}) and ![a spy](https://spy.example/pixel.png?secret=1) and ![inside](http://127.0.0.1:1/x.png)`,
  )
  await expect(answer.getByText('a bridge', { exact: true })).toBeVisible()
  await expect(answer.getByRole('img')).toHaveCount(0)
  expect(fetches()).toBe(0)

  await answer
    .getByRole('button', { name: /^Load from 127\.0\.0\.1/ })
    .first()
    .click()
  const shown = answer.getByRole('img', { name: 'a bridge' })
  await expect(shown).toHaveJSProperty('naturalWidth', 256)
  expect(fetches()).toBe(1)
  const { mediaBase } = await atelier.call('app.info', {})
  expect(await shown.getAttribute('src')).toMatch(new RegExp(`^${mediaBase.replaceAll('.', '\\.')}[0-9a-f]{64}$`))
  // no private address is asked, not even after a click
  await answer.getByRole('button', { name: 'Load from 127.0.0.1:1', exact: true }).click()
  await expect(answer.getByText('This picture cannot be loaded.')).toBeVisible()
})
