import { browserShellOnly, expect, test } from './fixtures.ts'

test.beforeEach(({ shellKind }) => browserShellOnly(shellKind, 'Electron needs no double of its bridge'))

test('a call with a value that Electron cannot copy is refused with an error in the page', async ({
  chat,
  atelier,
}) => {
  for (const value of ['() => 1', 'Symbol()', 'document.body', 'new Proxy({}, {})']) {
    const call = `window.bridge.call('chat.list', { query: '', offset: 0, limit: 1, extra: ${value} }).catch((cause) => cause.name)`
    expect(await chat.evaluate<unknown>(call)).toBe('DataCloneError')
  }
  expect(atelier.complaints().filter((line) => line.includes('bridge: call chat.list cannot be copied'))).toHaveLength(
    4,
  )
  atelier.allow(/bridge: call chat\.list cannot be copied/)
})

test('the page cannot change an answer, nor the input of a call after it was made', async ({ chat }) => {
  const answer = `window.bridge.call('chat.list', { query: '', offset: 0, limit: 1 }).then((result) =>
    Object.isFrozen(result) && Object.isFrozen(result.value) && Object.isFrozen(result.value.conversations))`
  expect(await chat.evaluate<boolean>(answer)).toBe(true)
  const late = `(async () => {
    const input = { query: '', offset: 0, limit: 1 }
    const asked = window.bridge.call('chat.list', input)
    input.limit = 'not a number'
    return (await asked).ok
  })()`
  expect(await chat.evaluate<boolean>(late)).toBe(true)
})

test('the page cannot change the data of an event', async ({ chat }) => {
  const event = `new Promise((resolve) => {
    window.bridge.on('settings.changed', (payload) => resolve(Object.isFrozen(payload)))
    void window.bridge.call('settings.update', { stallSeconds: 77 })
  })`
  expect(await chat.evaluate<boolean>(event)).toBe(true)
})
