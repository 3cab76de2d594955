import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Database } from '../../../src/main/storage/database.ts'
import { checkForeign } from '../../../src/main/storage/foreign-database.ts'
import { McpServers, type StoredServer } from '../../../src/main/storage/mcp-servers.ts'
import { openStorage } from '../../../src/main/storage/open.ts'
import { makeRestoredCopy } from '../../../src/main/storage/restored-copy.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-servers-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const server: StoredServer = {
  id: '5d8d0f0e-7d0e-4d0e-8d0e-0d0e0d0e0d0e',
  name: '文件',
  kind: 'stdio',
  command: 'npx',
  arguments: ['-y', 'a server', '"quoted"'],
  environmentNames: ['TOKEN'],
  url: '',
  headerNames: [],
  isEnabled: true,
  trusted: 'hash',
  createdAt: 5,
}

/** A database with one server and one process, and its copy as a restore makes it. */
function restored(own: boolean): { readonly servers: readonly StoredServer[]; readonly processes: number } {
  const { database } = openStorage(folder, 1)
  const stored = new McpServers(database)
  stored.putServer(server)
  stored.addProcess({ pid: 4, serverId: server.id, identity: '1', command: 'npx' })
  database.close()
  const from = join(folder, 'atelier.db')
  const to = join(folder, 'copy.db')
  makeRestoredCopy(from, to, checkForeign(from), { own, present: join(folder, 'none.db'), now: 9 })
  const copy = new Database(to)
  const read = new McpServers(copy)
  const result = { servers: read.allServers(), processes: read.processes().length }
  copy.close()
  return result
}

test('a server is read as it was stored, and replaced by its id', () => {
  const { database } = openStorage(folder, 1)
  const servers = new McpServers(database)
  servers.putServer(server)
  servers.putServer({ ...server, name: 'Files', isEnabled: false })
  expect(servers.allServers()).toEqual([{ ...server, name: 'Files', isEnabled: false }])
  servers.removeServer(server.id)
  expect(servers.findServer(server.id)).toBeNull()
  database.close()
})

test('a backup of this data folder keeps its servers, but no process of an earlier run', () => {
  expect(restored(true)).toEqual({ servers: [server], processes: 0 })
})

test('a foreign backup adds a server that is off, unconfirmed, and without a secret of this computer', () => {
  const { servers, processes } = restored(false)
  expect(processes).toBe(0)
  expect(servers).toEqual([{ ...server, id: servers[0]?.id, isEnabled: false, trusted: null }])
  expect(servers[0]?.id).not.toBe(server.id)
})
