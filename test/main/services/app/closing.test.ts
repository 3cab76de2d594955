import { expect, it } from 'vitest'
import { closing } from '../../../../src/main/services/app/closing.ts'

it('runs each step once and in order, however often close is called', async () => {
  const did: string[] = []
  const slow = async (name: string) => {
    await Promise.resolve()
    did.push(name)
  }
  const end = closing([() => [slow('a'), slow('b')], () => [did.push('c')]])
  expect(end.begun).toBe(false)
  const first = end.close()
  expect([end.begun, end.close()]).toEqual([true, first])
  await first
  expect(did).toEqual(['a', 'b', 'c'])
})

it('stops closing at a step that fails', async () => {
  const did: string[] = []
  const end = closing([() => [Promise.reject(new Error('no'))], () => [did.push('later')]])
  await expect(end.close()).rejects.toThrow('no')
  expect(did).toEqual([])
})
