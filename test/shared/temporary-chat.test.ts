import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ownId } from '../../src/main/services/transfer/import/foreign.ts'
import { isTemporaryChat, temporaryChatId } from '../../src/shared/temporary-chat.ts'

test('the id of a temporary chat is a UUID, is recognised, and differs for each chat', () => {
  const ids = Array.from({ length: 1_000 }, () => temporaryChatId(randomUUID()))
  expect(ids.every((id) => isTemporaryChat(id) && z.uuid().safeParse(id).success)).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
})

test('other ids are not recognised: random ones, and those of imported chats, also of version 8', () => {
  const others = Array.from({ length: 1_000 }, (_, at) => [randomUUID(), ownId('chatgpt', String(at))]).flat()
  expect(others.filter(isTemporaryChat)).toEqual([])
  expect(others.some((id) => id[14] === '8')).toBe(true)
})
