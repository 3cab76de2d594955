import type { SettingField } from './setting-field.ts'

/** Chats: sending, answers and reading aloud. */
export const chatSettings = {
  /** The key that sends a message; the other one inserts a line break. */
  sendWith: {
    kind: 'choice',
    options: [
      { value: 'enter', words: 'settings.sendEnter' },
      { value: 'mod-enter', words: 'settings.sendMod' },
    ],
    initial: 'enter',
    page: 'chat',
    label: 'settings.sendWith',
    hint: 'settings.sendWithHint',
  },
  /** Seconds of silence after which a stream counts as stalled. */
  stallSeconds: {
    kind: 'number',
    min: 5,
    max: 600,
    step: 5,
    initial: 60,
    page: 'chat',
    label: 'settings.stall',
    hint: 'settings.stallHint',
  },
  /** True if answers are streamed (`stream: true`); false if they arrive whole. */
  stream: { kind: 'switch', initial: true, page: 'chat', label: 'settings.stream', hint: 'settings.streamHint' },
  /** True if a single line break in an answer begins a new line. In the user's messages it always does. */
  answerLines: {
    kind: 'switch',
    initial: false,
    page: 'chat',
    label: 'settings.answerLines',
    hint: 'settings.answerLinesHint',
  },
  /** True if diagrams and SVG pictures are drawn in the answer. */
  drawsCode: {
    kind: 'switch',
    initial: true,
    page: 'chat',
    label: 'settings.drawsCode',
    hint: 'settings.drawsCodeHint',
  },
  /** Speed at which answers are read aloud. */
  readAloudSpeed: {
    kind: 'choice',
    options: [
      { value: '0.75', words: 'settings.readAloudSpeed', own: '0.75×' },
      { value: '1', words: 'settings.readAloudSpeed', own: '1×' },
      { value: '1.25', words: 'settings.readAloudSpeed', own: '1.25×' },
      { value: '1.5', words: 'settings.readAloudSpeed', own: '1.5×' },
      { value: '2', words: 'settings.readAloudSpeed', own: '2×' },
    ],
    initial: '1',
    page: 'chat',
    label: 'settings.readAloudSpeed',
    hint: null,
  },
  /** The language that a system voice reads, by the voice's URI. */
  readAloudVoice: {
    kind: 'own-table',
    keyMax: 500,
    values: ['zh', 'en'],
    initial: {},
    page: 'chat',
    label: null,
    hint: null,
  },
  /** The model for new chats, by its connection. Only the first entry counts; none follows the last chat. */
  defaultModelOf: {
    kind: 'own-table',
    keyMax: 100,
    values: { textMax: 300 },
    initial: {},
    page: 'chat',
    label: 'settings.defaultModel',
    hint: 'settings.defaultModelHint',
  },
  /** Instructions and parameters of new chats, as texts by their names (`new-chat-parameters.ts`). */
  newChat: {
    kind: 'own-table',
    keyMax: 40,
    values: { textMax: 20_000 },
    initial: {},
    page: 'chat',
    label: 'settings.newChatSystem',
    hint: 'settings.newChatSystemHint',
  },
  /** True if a new chat keeps the tools and knowledge of the one before. */
  newChatKeeps: {
    kind: 'switch',
    initial: false,
    page: 'chat',
    label: 'settings.newChatKeeps',
    hint: 'settings.newChatKeepsHint',
  },
  /** True if the facts of the memory go with chats. */
  memory: { kind: 'switch', initial: false, page: 'chat', label: 'memory.setting', hint: 'memory.settingHint' },
} as const satisfies Readonly<Record<string, SettingField>>
