import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { everything } from '../../../../src/shared/history-query.ts'
import { EmbeddedApp } from '../../../fakes/embedded-app.ts'

let app: EmbeddedApp
beforeEach(async () => {
  app = await EmbeddedApp.open()
})
afterEach(() => app.close())

const file = () => join(app.platform.paths.data, 'vectors.db')

describe('embeddings before a model is chosen', () => {
  test('without a model nothing is sent, and there is no file', async () => {
    app.write('c', ['The tide comes in at noon.'])
    expect(await app.call('embeddings.state', {})).toMatchObject({ phase: 'off', choice: null })
    expect(await app.refusal('embeddings.start', {})).toBe('embeddings_off')
    expect(existsSync(file())).toBe(false)
    expect(app.sent()).toEqual([])
    const search = { text: 'tide', filter: everything }
    expect(await app.call('history.searchByMeaning', search)).toMatchObject({ failure: { code: 'embeddings_off' } })
    expect(app.sent()).toEqual([])
  })

  test('an unknown connection is refused', async () => {
    expect(await app.refusal('embeddings.choose', { connectionId: 'nobody', model: 'm' })).toBe('no_connection')
  })
})

describe('embeddings with a chosen model', () => {
  test('the cost is shown before anything is sent, and counts equal texts once', async () => {
    app.write('c', ['The tide comes in at noon.', '潮汐何时到来', 'The tide comes in at noon.'])
    const state = await app.choose()
    // the title, and two different messages
    expect(state).toMatchObject({
      phase: 'ready',
      texts: { done: 0, wanted: 3 },
      tokens: { wide: 6, used: 0 },
      requests: { sent: 0, expected: 1 },
    })
    expect(state.tokens.wanted).toBeGreaterThan(10)
    expect(app.sent()).toEqual([])
  })

  test('a chosen model gets each different text once, newest first, and new ones as they arrive', async () => {
    const texts = Array.from({ length: 30 }, (_, index) => `Text ${index} about bread`)
    app.write('c', [...texts, ...texts])
    await app.choose()
    await app.call('embeddings.start', {})
    const state = await app.embedded()
    expect(state.texts).toMatchObject({ done: 31, wanted: 0 })
    expect(app.sent().toSorted()).toEqual([...texts, 'About c'].toSorted())
    expect(app.sent()[0]).toBe('Text 29 about bread')
    expect(state.tokens.used).toBeGreaterThan(100)
    app.write('d', ['A new text about the sea'])
    await app.until(({ texts: { done } }) => done === 33)
    expect(app.sent().slice(31).toSorted()).toEqual(['A new text about the sea', 'About d'])
  })

  test('a chosen model finds the same meaning in another language, and shows why', async () => {
    const [tide] = app.write('c', ['The tide comes in at noon.', 'Bake the bread for an hour.', 'A red dress.'])
    const [word] = app.write('d', ['潮汐什么时候来呢'])
    await app.choose()
    await app.call('embeddings.start', {})
    await app.embedded()
    const search = { text: '潮汐什么时候来', filter: everything }
    const { failure, found } = await app.call('history.searchByMeaning', search)
    expect(failure).toBeNull()
    const hits = found.items.map((item) => item.hits[0])
    expect(hits[0]).toMatchObject({ partId: word, why: 'both', phrase: '潮汐什么时候来呢' })
    expect(hits[1]).toMatchObject({ partId: tide, why: 'meaning', phrase: 'The tide comes in at noon.' })
    // asked again, it costs no request
    const sent = app.sent().length
    await app.call('history.searchByMeaning', search)
    expect(app.sent()).toHaveLength(sent)
    const images = await app.call('history.searchByMeaning', { ...search, filter: { ...everything, kinds: ['image'] } })
    expect(images.found.items).toEqual([])
  })

  test('an unreachable gateway leads to a search by words', async () => {
    const [tide] = app.write('c', ['The tide comes in at noon.'])
    await app.choose()
    await app.call('embeddings.start', {})
    await app.embedded()
    app.gateway.addFaults('reset', '/v1/embeddings')
    const { failure, found } = await app.call('history.searchByMeaning', { text: 'tide', filter: everything })
    expect(failure).toMatchObject({ code: 'connection_lost' })
    expect(found.items[0]?.hits[0]).toMatchObject({ partId: tide })
  })

  test('embedding is paused, continues, and stays paused after a restart', async () => {
    app.write('c', ['one text', 'another text'])
    await app.choose()
    await app.call('embeddings.start', {})
    await app.embedded()
    expect(await app.call('embeddings.pause', {})).toMatchObject({ phase: 'paused', pausedBy: 'person' })
    await app.restart()
    app.write('d', ['a third text'])
    expect(await app.until(({ isCounting, texts }) => !isCounting && texts.wanted > 0)).toMatchObject({
      phase: 'paused',
      pausedBy: 'person',
    })
    expect(app.sent()).not.toContain('a third text')
    await app.call('embeddings.start', {})
    await app.embedded()
    expect(app.sent()).toContain('a third text')
  })

  test('embedding stops at its budget, and continues when it is raised', async () => {
    app.write('c', ['one text about the sea', 'another text about bread'])
    await app.choose()
    await app.call('embeddings.setTerms', { terms: { budget: 6, price: { perMillion: 0.5, currency: 'CNY' } } })
    await app.call('embeddings.start', {})
    const paused = await app.until(({ phase }) => phase === 'paused')
    expect(paused).toMatchObject({ pausedBy: 'budget', terms: { budget: 6 } })
    expect(app.sent()).toHaveLength(1)
    await app.call('embeddings.setTerms', { terms: { budget: 1000, price: null } })
    await app.call('embeddings.start', {})
    await app.embedded()
    expect(new Set(app.sent()).size).toBe(app.sent().length)
  })
})

describe('a gateway for embeddings', () => {
  test('a gateway that accepts fewer texts at once gets fewer, which is remembered', async () => {
    app.write(
      'c',
      Array.from({ length: 40 }, (_, index) => `text ${index}`),
    )
    await app.choose('vectors-limit;inputs=7')
    await app.call('embeddings.start', {})
    await app.embedded()
    const sizes = () =>
      app.gateway.requests().flatMap(({ body, path, status }) => {
        const isThis = path === '/v1/embeddings' && typeof body === 'object' && body !== null && 'input' in body
        return isThis && Array.isArray(body.input) ? [{ size: body.input.length, status }] : []
      })
    expect(sizes().slice(0, 3)).toEqual([
      { size: 10, status: 400 },
      { size: 5, status: 200 },
      { size: 5, status: 200 },
    ])
    const before = sizes().length
    await app.restart()
    app.write(
      'd',
      Array.from({ length: 12 }, (_, index) => `more ${index}`),
    )
    await app.until(({ texts }) => texts.done === 54)
    expect(
      sizes()
        .slice(before)
        .map(({ size }) => size),
    ).not.toContain(10)
  })

  test.each(['fewer', 'nan', 'uneven'])(
    'a gateway whose vectors are %s is asked again only by the user, once',
    async (shape) => {
      app.write('c', ['one text', 'another text'])
      const faults = app.gateway.addFaults(`vectors;shape=${shape}`, '/v1/embeddings')
      await app.choose()
      await app.call('embeddings.start', {})
      const refused = await app.until(({ phase }) => phase === 'paused')
      expect(refused).toMatchObject({
        pausedBy: 'error',
        error: { code: 'vectors_refused' },
        texts: { done: 0, held: 3 },
      })
      expect(app.sent()).toHaveLength(3)
      await app.restart()
      expect(await app.until(({ isCounting }) => !isCounting)).toMatchObject({ phase: 'paused', texts: { held: 3 } })
      await app.call('embeddings.start', {})
      const again = await app.until(({ texts }) => texts.aside === 3)
      expect(again).toMatchObject({ texts: { done: 0, held: 0, wanted: 0 } })
      expect(app.sent()).toHaveLength(6)
      faults()
      await app.call('embeddings.start', {})
      expect(app.sent()).toHaveLength(6)
    },
  )

  test('a gateway that refuses a key pauses everything with the reason', async () => {
    app.write('c', ['one text'])
    app.gateway.addFaults('fail;status=401', '/v1/embeddings')
    await app.choose()
    await app.call('embeddings.start', {})
    expect(await app.until(({ phase }) => phase === 'paused')).toMatchObject({ error: { code: 'invalid_key' } })
    expect(app.sent()).toHaveLength(2)
  })
})

describe('a lost answer with vectors', () => {
  test.each([
    ['hang-up', 'connection_lost'],
    ['fail;status=502', 'server_error'],
    ['fail;status=504', 'server_error'],
    ['fail;status=524', 'server_error'],
    ['empty', 'empty_answer'],
  ])('an answer lost by %s is requested once a run, and counted', async (fault, code) => {
    app.write('c', ['one text', 'another text'])
    const over = app.gateway.addFaults(fault, '/v1/embeddings')
    await app.choose()
    await app.call('embeddings.setTerms', { terms: { budget: null, price: { perMillion: 1, currency: 'CNY' } } })
    await app.call('embeddings.start', {})
    const lost = await app.until(({ phase }) => phase === 'paused')
    expect(lost).toMatchObject({ error: { code }, texts: { done: 0, wanted: 3 }, requests: { sent: 1, unknown: 1 } })
    expect(app.sent()).toHaveLength(3)
    expect(lost.tokens.used).toBeGreaterThan(0)
    // the network comes back: that is no reason to pay again
    await app.call('app.network', { online: true })
    app.write('d', ['a third text'])
    await app.until(({ texts }) => texts.wanted === 5)
    expect(app.sent()).toHaveLength(3)
    over()
    await app.call('embeddings.start', {})
    expect(await app.embedded()).toMatchObject({ texts: { done: 5 }, requests: { unknown: 1 } })
  })

  test('a lost answer counts towards the budget before anything else is sent', async () => {
    const texts = Array.from({ length: 10 }, (_, index) => `text ${index}`)
    app.write('c', texts)
    const { tokens } = await app.choose()
    const over = app.gateway.addFaults('hang-up', '/v1/embeddings')
    await app.call('embeddings.setTerms', { terms: { budget: Math.ceil(tokens.wanted * 1.5), price: null } })
    await app.call('embeddings.start', {})
    const lost = await app.until(({ phase }) => phase === 'paused')
    over()
    await app.call('embeddings.start', {})
    const end = await app.until(({ pausedBy }) => pausedBy === 'budget')
    expect(end.tokens.used).toBeLessThanOrEqual(Math.ceil(tokens.wanted * 1.5))
    expect(lost.requests.unknown).toBe(1)
  })

  test('a failing gateway gets no more attempts once the budget is used up', async () => {
    app.write('c', ['one text', 'another text'])
    const { tokens } = await app.choose()
    app.gateway.addFaults('fail;status=500', '/v1/embeddings')
    await app.call('embeddings.setTerms', { terms: { budget: tokens.wanted * 2, price: null } })
    await app.call('embeddings.start', {})
    const end = await app.until(({ phase }) => phase === 'paused')
    expect(end.pausedBy).toBe('budget')
    // a request that is out may count twice until the next count, so that the budget can end one attempt early
    expect([1, 2]).toContain(end.requests.sent)
    expect(app.sent()).toHaveLength(end.requests.sent * 3)
  })
})

describe('a text to embed', () => {
  test('an erased text leaves no vector behind', async () => {
    app.write('c', ['a secret about the tide', 'another text'])
    app.write('d', ['another text'])
    await app.choose()
    await app.call('embeddings.start', {})
    const before = await app.embedded()
    expect(before.texts.done).toBe(4)
    await app.call('history.delete', { keys: [{ kind: 'chat', id: 'c' }] })
    await app.call('history.emptyBin', {})
    // what another conversation says too stays
    await app.until(({ isCounting, texts }) => !isCounting && texts.done === 2)
    await app.app.close()
    const left = app.over((database) => database.prepare('SELECT count(*) AS n FROM search_meaning_pending').get())
    expect(left).toEqual({ n: 0 })
  })

  test('a text in the bin is not sent until it is restored', async () => {
    app.write('c', ['a text about bread'])
    app.write('d', ['a text about the sea'])
    await app.call('history.delete', { keys: [{ kind: 'chat', id: 'c' }] })
    await app.choose()
    await app.call('embeddings.start', {})
    await app.embedded()
    expect(app.sent().toSorted()).toEqual(['About d', 'a text about the sea'])
    await app.call('history.restore', { keys: [{ kind: 'chat', id: 'c' }] })
    await app.until(({ texts }) => texts.done === 4)
    expect(app.sent()).toHaveLength(4)
    // what has its vector keeps it in the bin
    await app.call('history.delete', { keys: [{ kind: 'chat', id: 'c' }] })
    await app.call('history.restore', { keys: [{ kind: 'chat', id: 'c' }] })
    await app.embedded()
    expect(app.sent()).toHaveLength(4)
  })
})

describe('another model for embeddings', () => {
  test('another model gets its own set of vectors, and the first set is kept and not paid for again', async () => {
    app.write('c', ['one text', 'another text'])
    await app.choose()
    await app.call('embeddings.start', {})
    await app.embedded()
    const second = await app.choose('pace')
    expect(second).toMatchObject({ phase: 'ready', texts: { done: 0, wanted: 3 } })
    await app.call('embeddings.start', {})
    const { sets } = await app.embedded()
    expect(sets.map(({ isCurrent, vectors }) => ({ isCurrent, vectors }))).toEqual([
      { isCurrent: true, vectors: 3 },
      { isCurrent: false, vectors: 3 },
    ])
    expect(app.sent()).toHaveLength(6)
    expect(await app.choose()).toMatchObject({ phase: 'ready', texts: { done: 3, wanted: 0 } })
    const [first] = sets
    if (first === undefined) throw new Error('no set')
    expect((await app.call('embeddings.removeSet', { setId: first.id })).sets).toHaveLength(1)
    expect(app.sent()).toHaveLength(6)
  })

  test('every set is removed with the vectors', async () => {
    app.write('c', ['one text'])
    await app.choose()
    await app.call('embeddings.start', {})
    await app.embedded()
    expect(await app.call('embeddings.remove', {})).toMatchObject({ phase: 'off', sets: [] })
    expect(existsSync(file())).toBe(false)
    app.write('d', ['more'])
    expect(await app.call('embeddings.state', {})).toMatchObject({ phase: 'off' })
    expect(existsSync(file())).toBe(false)
  })
})

test('the vector file contains no text', async () => {
  app.write('c', ['a canary that nobody else says'])
  await app.choose()
  await app.call('embeddings.start', {})
  await app.embedded()
  await app.app.close()
  expect(readFileSync(file()).includes('canary')).toBe(false)
})

describe('embeddings after the app was killed', () => {
  test('an app that ended during a request sends its texts again, and no others', async () => {
    const texts = Array.from({ length: 60 }, (_, index) => `text ${index}`)
    app.write('c', texts)
    await app.choose()
    await app.call('embeddings.setTerms', { terms: { budget: 120, price: null } })
    await app.call('embeddings.start', {})
    const before = await app.until(({ pausedBy }) => pausedBy === 'budget')
    expect(before.texts.done).toBeGreaterThan(9)
    const kept = new Set(app.sent())
    const faults = app.gateway.addFaults('delay;ms=600000', '/v1/embeddings')
    await app.call('embeddings.setTerms', { terms: { budget: null, price: null } })
    await app.call('embeddings.start', {})
    await expect.poll(() => app.sent().length).toBeGreaterThan(kept.size)
    const lost = new Set(app.sent().slice(kept.size))
    faults()
    await app.restart()
    const after = await app.embedded()
    expect(after).toMatchObject({ texts: { done: 61 }, requests: { unknown: 1 } })
    const counts = Map.groupBy(app.sent(), (text) => text)
    for (const [text, times] of counts) expect([text, times.length]).toEqual([text, lost.has(text) ? 2 : 1])
  })

  test('an app that starts with a restored database compares everything, and pays for nothing again', async () => {
    app.write('c', ['one text', 'another text'])
    app.write('d', ['a text that the backup lacks'])
    await app.choose()
    await app.call('embeddings.start', {})
    expect((await app.embedded()).texts.done).toBe(5)
    await app.app.close()
    // as `restored-copy.ts` leaves it
    app.over((database) => {
      database.execute('DELETE FROM search_meaning; DELETE FROM search_meaning_pending;')
      database.execute("DELETE FROM conversations WHERE id = 'd'")
      database.execute("DELETE FROM search_documents WHERE item_id = 'd'")
    })
    app.write('e', ['a text that only the backup has'])
    await app.reopen()
    const state = await app.until(({ isCounting, texts }) => !isCounting && texts.wanted === 0 && texts.done === 5)
    expect(state.phase).toBe('running')
    expect(app.sent().toSorted()).toEqual(
      [
        'About c',
        'About d',
        'About e',
        'a text that only the backup has',
        'a text that the backup lacks',
        'another text',
        'one text',
      ].toSorted(),
    )
  })
})
