import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parentsFirst } from '../../../src/main/storage/parents-first.ts'

const message = (id: string, parentId: string | null) => ({ id, parentId })

test('a list whose parents come first keeps its order', () => {
  const list = [message('a', null), message('b', 'a'), message('c', null), message('d', 'b'), message('e', 'gone')]
  expect(parentsFirst(list)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('replies wait for their parent', () => {
  const list = [message('d', 'c'), message('b', 'a'), message('c', 'a'), message('a', null), message('e', null)]
  expect(parentsFirst(list)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('each message comes once, after its parent unless both are in a cycle', () => {
  const messages = fc.array(fc.option(fc.nat({ max: 30 })), { maxLength: 30 })
  fc.assert(
    fc.property(messages, (parents) => {
      const list = parents.map((parent, index) => message(String(index), parent === null ? null : String(parent)))
      const ordered = parentsFirst(list)
      expect(ordered.toSorted()).toEqual(list.map(({ id }) => id).toSorted())
      const parentOf = new Map(list.map(({ id, parentId }) => [id, parentId]))
      for (const { id, parentId } of list) {
        const above = new Set<string>()
        for (let at = parentId; at !== null && !above.has(at); at = parentOf.get(at) ?? null) above.add(at)
        const isCyclic = [...above].some((one) => above.has(parentOf.get(one) ?? ''))
        if (parentId !== null && ordered.includes(parentId) && !isCyclic)
          expect(ordered.indexOf(parentId)).toBeLessThan(ordered.indexOf(id))
      }
    }),
  )
})
