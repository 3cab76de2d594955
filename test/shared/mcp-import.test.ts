import { expect, test } from 'vitest'
import { serverDrafts } from '../../src/shared/mcp-import.ts'

const stdio = { kind: 'stdio', url: '', headers: [] }

test('a configuration of Claude Desktop or Cursor fills the form', () => {
  const text = JSON.stringify({
    mcpServers: {
      files: { command: 'npx', args: ['-y', 'server', '/tmp'], env: { TOKEN: 'x', PORT: 5 } },
      remote: { url: 'https://mcp.example/mcp', headers: { Authorization: 'Bearer y' } },
    },
  })
  expect(serverDrafts(text)).toEqual([
    {
      ...stdio,
      name: 'files',
      command: 'npx',
      arguments: ['-y', 'server', '/tmp'],
      environment: [
        { name: 'TOKEN', value: 'x' },
        { name: 'PORT', value: '5' },
      ],
    },
    {
      name: 'remote',
      kind: 'http',
      command: '',
      arguments: [],
      environment: [],
      url: 'https://mcp.example/mcp',
      headers: [{ name: 'Authorization', value: 'Bearer y' }],
    },
  ])
})

test('a configuration of VS Code may have comments, and its placeholders are empty', () => {
  const text = `{
    // the servers
    "mcp": { "servers": { "git": { "type": "stdio", "command": "uvx", "args": ["a//b", "c,]"], /* none */
      "env": { "KEY": "\${input:key}" }, }, } },
  }`
  expect(serverDrafts(text)).toEqual([
    { ...stdio, name: 'git', command: 'uvx', arguments: ['a//b', 'c,]'], environment: [{ name: 'KEY', value: '' }] },
  ])
})

test('servers alone, and other names for the address, are read too', () => {
  expect(serverDrafts('{"a": {"command": "b"}}')?.map(({ name }) => name)).toEqual(['a'])
  expect(serverDrafts('{"servers": {"a": {"serverUrl": "https://b"}}}')?.[0]).toMatchObject({
    kind: 'http',
    url: 'https://b',
  })
})

test('a text that is not a configuration gives no servers', () => {
  for (const text of [
    '',
    '{',
    '[]',
    '7',
    '{"mcpServers": {}}',
    '{"mcpServers": {"a": {"args": []}}}',
    'x'.repeat(2_000_000),
  ])
    expect(serverDrafts(text)).toBeNull()
})
