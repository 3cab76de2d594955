import { describe, expect, it } from 'vitest'
import { createTestClock, json, sendFaulty, startGateway } from './gateway-under-test.ts'

const clock = createTestClock()
const gateway = await startGateway({ now: clock.now })

describe('the rows of the error table', () => {
  it.each([
    ['fail;status=400', 400, 'invalid_request_error'],
    ['fail;status=401', 401, 'invalid_api_key'],
    ['fail;status=404', 404, 'model_not_found'],
    ['fail;status=413', 413, 'request_too_large'],
    ['fail;status=422', 422, 'invalid_request_error'],
    ['quota', 429, 'insufficient_quota'],
    ['fail;status=429;code=insufficient_quota', 429, 'insufficient_quota'],
    ['rate-limit', 429, null],
    ['fail;status=429', 429, null],
    ['fail', 500, 'server_error'],
    ['fail;status=500;code=none', 500, null],
    ['fail;status=503', 503, null],
  ])('%s answers with its status and error', async (fault, status, code) => {
    const answer = await sendFaulty(gateway, fault)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('x-request-id')).toMatch(/^req-/)
    expect(answer.headers.get('retry-after')).toBeNull()
    expect((await json(answer)).error).toEqual({
      message: expect.any(String),
      type: expect.any(String),
      code,
      param: null,
    })
  })

  it('sends Retry-After in seconds or as a date', async () => {
    expect((await sendFaulty(gateway, 'rate-limit;retry-after=7')).headers.get('retry-after')).toBe('7')
    const date = (await sendFaulty(gateway, 'fail;status=503;retry-after=date;seconds=3')).headers.get('retry-after')
    expect(Date.parse(date ?? '')).toBe(clock.now() + 3000)
  })
})

describe('odd error bodies', () => {
  it.each([
    ['string', (body: string) => expect(JSON.parse(body).error).toBe('Oh')],
    ['none', (body: string) => expect(JSON.parse(body)).not.toHaveProperty('error')],
    ['message', (body: string) => expect(JSON.parse(body).message).toBe('Oh')],
    ['nested', (body: string) => expect(JSON.parse(body).error.error.message).toBe('Oh')],
    ['array', (body: string) => expect(JSON.parse(body)[0].error.message).toBe('Oh')],
    ['detail', (body: string) => expect(JSON.parse(body).detail[0].msg).toBe('Oh')],
    ['html', (body: string) => expect(body).toContain('<html>')],
    ['text', (body: string) => expect(body).toBe('Oh')],
    ['empty', (body: string) => expect(body).toBe('')],
  ])('shape=%s', async (shape, check) => {
    check(await (await sendFaulty(gateway, `fail;status=500;message=Oh;shape=${shape}`)).text())
  })
})

describe('bodies that are no answer', () => {
  it('the fault html answers with a web page, with success and with an error', async () => {
    for (const status of [200, 502]) {
      const answer = await sendFaulty(gateway, `html;status=${status}`)
      expect(answer.status).toBe(status)
      expect(answer.headers.get('content-type')).toContain('text/html')
      expect(await answer.text()).toContain('<!DOCTYPE html>')
    }
  })

  it('the fault empty answers with an empty body', async () => {
    expect(await (await sendFaulty(gateway, 'empty')).text()).toBe('')
    expect((await sendFaulty(gateway, 'empty;status=204')).status).toBe(204)
  })

  it('a fault sends truncated JSON with a complete HTTP body', async () => {
    const text = await (await sendFaulty(gateway, 'truncated')).text()
    expect(text).toMatch(/^\{"id"/)
    expect(() => JSON.parse(text)).toThrow()
  })

  it.each(['object', 'array', 'null', 'number', 'string'])('a fault sends JSON of another API: %s', async (body) => {
    const value = await json(sendFaulty(gateway, `foreign;body=${body}`))
    expect(value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value).toBe(body)
  })

  it('a fault sends a completion without choices', async () => {
    expect((await json(sendFaulty(gateway, 'missing-choices'))).choices).toEqual([])
  })

  it('a fault sends a huge body', async () => {
    const answer = await sendFaulty(gateway, 'huge;mb=3')
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(3 * 1024 * 1024)
  })

  it('a fault redirects the request', async () => {
    const answer = await sendFaulty(gateway, 'redirect;to=/v1/models;status=307')
    expect([answer.status, answer.headers.get('location')]).toEqual([307, '/v1/models'])
  })
})
