import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, normalize, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importCircles, type Layer, layerOffenders } from './import-rules.ts'

const root = join(import.meta.dirname, '..')
const source = join(root, 'src')

interface SourceFile {
  /** From `src/`, with forward slashes. */
  readonly path: string
  /** Code without comments, because the rules concern only what runs. */
  readonly code: string
  /** Imports: npm packages by name, our own files by their path from `src/`. */
  readonly imports: readonly string[]
  /** The imports of our own files. */
  readonly own: readonly string[]
}

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? walk(join(folder, entry.name)) : [join(folder, entry.name)],
  )
}

const files: readonly SourceFile[] = walk(source)
  .filter((path) => /\.(ts|tsx)$/.test(path))
  .map((path) => {
    const text = readFileSync(path, 'utf8')
    const imports = [...text.matchAll(/(?:from\s+|import\s+|import\()'([^']+)'/g)].map((match) =>
      (match[1] ?? '').replace(/\?.*$/, ''),
    )
    const here = relative(source, path).replaceAll('\\', '/')
    const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
    const named = (name: string) =>
      name.startsWith('.') ? normalize(join(here, '..', name)).replaceAll('\\', '/') : name
    return {
      path: here,
      code,
      imports: imports.map(named),
      own: imports.filter((name) => name.startsWith('.')).map(named),
    }
  })

/** The files that break a rule, each with the offending code. */
function offenders(allowed: (path: string) => boolean, breaks: (file: SourceFile) => string | null): string[] {
  return files.flatMap((file) => {
    if (allowed(file.path)) return []
    const what = breaks(file)
    return what === null ? [] : [`${file.path}: ${what}`]
  })
}

const importing = (pattern: RegExp) => (file: SourceFile) => file.imports.find((name) => pattern.test(name)) ?? null
const containing = (pattern: RegExp) => (file: SourceFile) => pattern.exec(file.code)?.[0] ?? null

/** The page's layers, lowest first; each imports only itself and earlier ones. */
const pageLayers: readonly Layer[] = [
  { holds: ['renderer/platform/'], mayImport: ['shared/', 'renderer/platform/'] },
  { holds: ['renderer/components/'], mayImport: ['shared/', 'renderer/platform/', 'renderer/components/'] },
  {
    holds: ['renderer/features/'],
    mayImport: ['shared/', 'renderer/platform/', 'renderer/components/', 'renderer/features/'],
  },
  { holds: ['renderer/shell/', 'renderer/main.tsx'], mayImport: ['shared/', 'renderer/'] },
  {
    holds: ['renderer/kit/'],
    mayImport: [
      'shared/',
      'renderer/platform/',
      'renderer/components/',
      'renderer/shell/ThemeFrame.tsx',
      'renderer/kit/',
    ],
  },
  { holds: ['renderer/css-properties.d.ts'], mayImport: [] },
]

/** The folders of a chat, lowest first. Those on one floor do not import each other; the files beside them import all. */
const chatFloors: readonly (readonly string[])[] = [
  ['state', 'money'],
  ['actions'],
  ['assistants', 'files', 'find', 'knowledge', 'length', 'order', 'reading', 'saving'],
  ['folders', 'temporary', 'tools'],
  ['dictation', 'list', 'memory', 'web'],
  ['composer'],
  ['message'],
  ['compare', 'text'],
  ['thread'],
  ['quick'],
]
const chatFolder = 'renderer/features/chat/'
const chatLayers: readonly Layer[] = chatFloors.flatMap((floor, at) =>
  floor.map((name) => ({
    holds: [`${chatFolder}${name}/`],
    mayImport: [
      ...['shared/', 'renderer/platform/', 'renderer/components/', `${chatFolder}${name}/`],
      ...chatFloors
        .slice(0, at)
        .flat()
        .map((below) => `${chatFolder}${below}/`),
      // reached by `import()` alone
      `${chatFolder}late-parts.ts`,
    ],
  })),
)

/** Parts of main that everything above them may import. */
const ports = [
  'shared/',
  'main/platform.ts',
  'main/faults.ts',
  'main/feature.ts',
  'main/system-clock.ts',
  'main/json-bounds.ts',
  'main/pace.ts',
  'main/xml-walk.ts',
]
const storing = [...ports, 'main/security/', 'main/storage/', 'main/data-folder.ts']
const reading = [...storing, 'main/threads/', 'main/media/', 'main/gateway/']
const serving = [
  ...reading,
  'main/jobs/',
  ...[
    ...['media', 'connections', 'app', 'spending', 'requests', 'questions', 'memories'],
    ...['tools', 'embeddings', 'documents', 'knowledge'],
  ].map((feature) => `main/services/${feature}/`),
]
const copying = ['main/folder-copies/', 'main/services/backup/']
const copies = ['main/services/backup/', 'main/services/relocation/']
/** The features that make something: every folder of services but those that serve them, read them or copy them. */
const makers = readdirSync(join(source, 'main/services'))
  .map((feature) => `main/services/${feature}/`)
  .filter(
    (folder) =>
      ![...serving, ...copies, 'main/services/history/', 'main/services/recipes/', 'main/services/transfer/'].includes(
        folder,
      ),
  )

/** What each part of main may import, lowest first. A feature imports another only if listed here. */
const mainLayers: readonly Layer[] = [
  { holds: ports.slice(1), mayImport: ports },
  { holds: ['main/security/'], mayImport: [...ports, 'main/security/'] },
  { holds: ['main/threads/'], mayImport: [...ports, 'main/threads/'] },
  { holds: ['main/log-file.ts'], mayImport: ports },
  { holds: ['main/dev-page.ts'], mayImport: ['main/security/', 'main/node-http.ts'] },
  { holds: ['main/previews/'], mayImport: ['main/security/', 'main/previews/'] },
  { holds: ['main/secrets/'], mayImport: [...ports, 'main/secrets/'] },
  {
    holds: ['main/compiled-code.ts', 'main/launch-flags.ts', 'main/node-http.ts', 'main/wasm-wrappers.ts'],
    mayImport: [],
  },
  { holds: ['main/storage/'], mayImport: [...ports, 'main/security/', 'main/storage/'] },
  { holds: ['main/data-folder.ts'], mayImport: storing },
  { holds: ['main/folder-copies/'], mayImport: [...storing, 'main/folder-copies/'] },
  { holds: ['main/media/', 'main/gateway/'], mayImport: [...reading, 'main/node-http.ts'] },
  { holds: ['main/places/'], mayImport: [...storing, 'main/gateway/', 'main/places/'] },
  { holds: ['main/jobs/'], mayImport: serving },
  { holds: ['main/services/media/'], mayImport: [...reading, 'main/services/media/'] },
  { holds: ['main/services/connections/'], mayImport: [...reading, 'demo-gateway/', 'main/services/connections/'] },
  {
    holds: ['main/services/app/'],
    mayImport: [...reading, 'main/services/app/', 'main/services/media/'],
  },
  {
    holds: ['main/services/spending/'],
    mayImport: [
      ...reading,
      ...['app', 'connections', 'media', 'spending'].map((feature) => `main/services/${feature}/`),
    ],
  },
  { holds: ['main/services/requests/'], mayImport: [...reading, 'main/services/requests/'] },
  {
    holds: ['main/services/questions/'],
    mayImport: [
      ...reading,
      ...['app', 'connections', 'spending', 'requests', 'questions'].map((feature) => `main/services/${feature}/`),
    ],
  },
  {
    holds: ['main/services/memories/'],
    mayImport: [
      ...reading,
      ...['app', 'connections', 'spending', 'requests', 'questions', 'memories'].map(
        (feature) => `main/services/${feature}/`,
      ),
    ],
  },
  {
    holds: ['main/services/embeddings/'],
    mayImport: [...reading, 'main/services/connections/', 'main/services/embeddings/'],
  },
  { holds: ['main/services/tools/'], mayImport: [...reading, 'main/services/tools/'] },
  {
    holds: ['main/services/documents/'],
    mayImport: [...reading, 'main/services/documents/', 'main/services/media/'],
  },
  {
    holds: ['main/services/knowledge/'],
    mayImport: [
      ...reading,
      'main/jobs/',
      ...['media', 'app', 'embeddings', 'documents', 'knowledge'].map((feature) => `main/services/${feature}/`),
    ],
  },
  { holds: ['main/feature-parts.ts'], mayImport: serving },
  ...makers.map((folder) => ({
    holds: [folder],
    mayImport: [...serving, 'main/feature-parts.ts', folder],
  })),
  ...['main/services/history/', 'main/services/recipes/'].map((folder) => ({
    holds: [folder],
    mayImport: [...serving, ...makers, 'main/feature-parts.ts', folder],
  })),
  { holds: ['main/services/backup/'], mayImport: [...serving, 'main/feature-parts.ts', 'main/places/', ...copying] },
  {
    holds: ['main/services/relocation/'],
    mayImport: [...serving, 'main/feature-parts.ts', ...copying, 'main/services/relocation/'],
  },
  {
    holds: ['main/services/transfer/'],
    mayImport: [
      ...serving,
      ...makers,
      ...copies,
      'main/feature-parts.ts',
      'main/services/history/',
      'main/services/transfer/',
    ],
  },
  { holds: ['main/application.ts'], mayImport: serving },
  { holds: ['main/ipc/'], mayImport: [...ports, 'main/'] },
  { holds: ['main/app.ts'], mayImport: [...ports, 'main/'] },
  {
    holds: ['main/electron/', 'main/browser/', 'main/index.ts'],
    mayImport: ['shared/', 'main/'],
  },
]

describe('the layers of the source folders', () => {
  test('each layer of the page imports only from itself and lower layers', () => {
    expect(layerOffenders(files, 'renderer/', pageLayers)).toEqual([])
  })

  test('each folder of the chat imports only from folders below it', () => {
    const inFolders = files.filter(({ path }) => path.startsWith(chatFolder) && path.split('/').length > 4)
    expect(layerOffenders(inFolders, chatFolder, chatLayers)).toEqual([])
    const early = inFolders.filter(({ code }) => /from '[./]*late-parts\.ts'/.test(code)).map(({ path }) => path)
    expect(early).toEqual([])
  })

  test('each layer of main imports only from lower layers', () => {
    expect(layerOffenders(files, 'main/', mainLayers)).toEqual([])
  })

  test('only the entries import a shell', () => {
    expect(
      offenders(
        (path) => /^main\/(electron|browser)\/|^main\/index\.ts$/.test(path),
        importing(/^main\/(electron|browser)\//),
      ),
    ).toEqual([])
  })

  test('no imports form a circle, including imports of types', () => {
    expect(importCircles(files)).toEqual([])
  })

  test('electron is imported only by the Electron shell, its entry and the preload', () => {
    const shell = /^(main\/electron\/|main\/index\.ts$|preload\/)/
    expect(offenders((path) => shell.test(path), importing(/^electron(-store)?(\/|$)/))).toEqual([])
  })

  test('HTTP requests are made only by the folders of the gateway and of places for backups', () => {
    const allowed = /^(main\/(gateway|places)\/|demo-gateway\/|main\/(browser|electron)\/|main\/dev-page\.ts$)/
    expect(
      offenders(
        (path) => allowed.test(path),
        importing(/^(openai|undici|node:https?|node:http2)(\/|$)|^main\/node-http\.ts$/),
      ),
    ).toEqual([])
    // the shells implement the Fetch port; only the gateway calls it
    const calls = /(?<![\w.])fetch\(/
    // the page reads files of its own library, the only ones its content security policy allows
    expect(
      offenders((path) => allowed.test(path) || path === 'renderer/platform/bridge/media.ts', containing(calls)),
    ).toEqual([])
  })

  test('SQL is written only in storage', () => {
    expect(offenders((path) => path.startsWith('main/storage/'), importing(/^(better-sqlite3|node:sqlite)$/))).toEqual(
      [],
    )
    const sql =
      /(SELECT\s.+\sFROM\s|INSERT\s+(OR\s+\w+\s+)?INTO\s|UPDATE\s+\w+\s+SET\s|DELETE\s+FROM\s|CREATE\s+TABLE|PRAGMA\s)/
    // the demo gateway writes about SQL on request
    expect(offenders((path) => /^(main\/storage|demo-gateway)\//.test(path), containing(sql))).toEqual([])
  })

  test('a paid call of the page goes through the guard of its presses', () => {
    const paid =
      /call\('(?:chat\.(?:send|retry|edit|continue|goOn|summarise)|images\.(?:submit|retry)|videos\.(?:submit|retry)|transcription\.(?:add|again|retry)|recordings\.transcribe|transcripts\.(?:makeNote|resumeNote)|recipes\.(?:run|resume|retry))'/
    // a state refuses the second press of the first two; both callers of the third are guarded
    const guardedElsewhere = [
      'renderer/features/chat/actions/length-actions.ts',
      'renderer/features/transcription/dictation/dictation.ts',
      'renderer/features/transcription/notes/notes-actions.ts',
    ]
    const callers = files.filter(({ code }) => paid.test(code)).map(({ path }) => path)
    expect(callers).toEqual(expect.arrayContaining(guardedElsewhere))
    expect(
      offenders(
        (path) => guardedElsewhere.includes(path),
        (file) => (file.code.includes('paidPresses.once(') ? null : containing(paid)(file)),
      ),
    ).toEqual([])
  })

  test('window.bridge is used only by the bridge client', () => {
    // the smoke test asks the page whether it reaches main
    const allowed = new Set([
      'main/electron/smoke-checks.ts',
      'renderer/platform/bridge/client.ts',
      'main/browser/page-bridge.ts',
    ])
    expect(offenders((path) => allowed.has(path), containing(/\b(window|globalThis)\.bridge\b/))).toEqual([])
  })

  test('shared imports only shared, and nothing that needs Node, a DOM or Electron', () => {
    expect(offenders((path) => !path.startsWith('shared/'), importing(/^(?!shared\/|zod$)/))).toEqual([])
  })

  test('features of the page do not import each other', () => {
    const cross = (file: SourceFile): string | null => {
      const own = /^renderer\/features\/([^/]+)\//.exec(file.path)?.[1]
      if (own === undefined) return null
      return (
        file.imports.find(
          (name) => name.startsWith('renderer/features/') && !name.startsWith(`renderer/features/${own}/`),
        ) ?? null
      )
    }
    expect(offenders(() => false, cross)).toEqual([])
  })

  test('the shell imports only the index of a feature', () => {
    const shell = /^renderer\/(shell\/|main\.tsx$)/
    expect(offenders((path) => !shell.test(path), importing(/^renderer\/features\/(?![^/]+\/index\.ts$)/))).toEqual([])
  })

  test('the product does not import the gallery of its parts', () => {
    expect(offenders((path) => path.startsWith('renderer/kit/'), importing(/^renderer\/kit\//))).toEqual([])
  })

  test('the page imports only the contract of main, and main does not import the page', () => {
    expect(offenders((path) => !path.startsWith('renderer/'), importing(/^(main|preload|demo-gateway)\//))).toEqual([])
    expect(offenders((path) => path.startsWith('renderer/'), importing(/^renderer\//))).toEqual([])
  })

  test('only the app starts the demo gateway, and the demo gateway knows nothing of the app', () => {
    expect(
      offenders(
        (path) => /^(demo-gateway\/|main\/services\/connections\/demo-service\.ts$)/.test(path),
        importing(/^demo-gateway\//),
      ),
    ).toEqual([])
    expect(offenders((path) => !path.startsWith('demo-gateway/'), importing(/^(main|renderer|preload)\//))).toEqual([])
  })
})

describe('the rules for names', () => {
  test('no file has a name that says nothing, such as utils', () => {
    const empty = /(^|\/)(utils?|helpers?|common|misc)(\.|\/|$)/
    expect(files.map((file) => file.path).filter((path) => empty.test(path))).toEqual([])
  })

  test('file names are kebab-case, and PascalCase for components', () => {
    const good = /(^|\/)([a-z0-9]+(-[a-z0-9]+)*(\.module|\.d)?\.tsx?|[A-Z][A-Za-z0-9]*\.tsx)$/
    expect(files.map((file) => file.path).filter((path) => !good.test(path))).toEqual([])
  })
})

describe('the rules for the build', () => {
  const preload = join(root, 'out/preload/index.cjs')
  test.skipIf(!existsSync(preload))('of the preload requires only electron, as the sandbox allows no more', () => {
    const text = readFileSync(preload, 'utf8')
    expect([...text.matchAll(/\brequire\(["'`]([^"'`]+)["'`]\)/g)].map((match) => match[1])).toEqual(['electron'])
    expect(
      readdirSync(join(root, 'out/preload'))
        .filter((name) => name.endsWith('js'))
        .sort(),
    ).toEqual(['index.cjs', 'page-bridge.cjs'])
  })
})
