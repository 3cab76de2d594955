import { expect, test } from 'vitest'
import { errorLine } from '../../../../src/main/services/mcp/error-line.ts'

test.each<readonly [string, string, string]>([
  [
    'Node, thrown',
    `file:///srv/index.js:3
throw new Error('API_KEY is required')
      ^

Error: API_KEY is required
    at file:///srv/index.js:3:7
    at ModuleJob.run (node:internal/modules/esm/module_job:365:25)

Node.js v24.21.0`,
    'Error: API_KEY is required',
  ],
  [
    'Node, with members',
    `node:internal/modules/cjs/loader:1404
  throw err;
  ^

Error: Cannot find module '/srv/index.js'
    at Function._resolveFilename (node:internal/modules/cjs/loader:1401:15) {
  code: 'MODULE_NOT_FOUND',
  requireStack: []
}

Node.js v24.21.0`,
    "Error: Cannot find module '/srv/index.js'",
  ],
  [
    'Python, one error after another',
    `Traceback (most recent call last):
  File "server.py", line 1, in <module>
KeyError: 'TOKEN'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "server.py", line 4, in <module>
server.ConfigError: TOKEN is not set`,
    'server.ConfigError: TOKEN is not set',
  ],
  ['Rust', `thread 'main' panicked at src/main.rs:2:5:\nno token\nnote: run with \`RUST_BACKTRACE=1\``, 'no token'],
  [
    'Go',
    'panic: no token\n\ngoroutine 1 [running]:\nmain.main()\n\t/srv/main.go:4 +0x1d\nexit status 2',
    'panic: no token',
  ],
  [
    'Java',
    'Exception in thread "main" java.lang.IllegalStateException: no token\n\tat Main.main(Main.java:3)',
    'Exception in thread "main" java.lang.IllegalStateException: no token',
  ],
  [
    'npx',
    `npm error code E404
npm error 404 Not Found - GET https://registry.example/no-such-server
npm error A complete log of this run can be found in: /logs/1.log`,
    'npm error 404 Not Found - GET https://registry.example/no-such-server',
  ],
  ['a line in brackets', 'Starting\n[ERROR] Missing API key\nBye', '[ERROR] Missing API key'],
  [
    'a log with times',
    '12:00:01 starting\n12:00:02 could not read the file a.json\n12:00:02 bye',
    '12:00:02 could not read the file a.json',
  ],
  ['Chinese', '正在启动\n错误：缺少密钥\n再见', '错误：缺少密钥'],
  ['no error at all', 'Hello\nListening', 'Listening'],
  ['nothing', '', ''],
  ['only a version', 'Node.js v24.21.0', 'Node.js v24.21.0'],
])('the line that says why it ended: %s', (_who, log, line) => {
  expect(errorLine(log.split('\n'))).toBe(line)
})
