import type { Language } from '../../shared/language.ts'
import { useLanguage } from '../platform/app-store.ts'

const samples = {
  en: {
    act: 'Save changes',
    busy: 'Saving…',
    name: 'Blue hour',
    hint: 'Used for new chats. Chats that exist keep theirs.',
    failed: 'Only letters and digits, please.',
    long: 'A very long name of something that somebody once made and never thought of again, Donaudampfschifffahrtsgesellschaft',
    choices: ['Small', 'Medium', 'Large'],
    none: 'Not available for this model',
  },
  'zh-CN': {
    act: '保存更改',
    busy: '正在保存…',
    name: '蓝调时刻',
    hint: '用于新对话，已有对话保持不变。',
    failed: '只能使用字母和数字。',
    long: '一个很久以前取好、后来再也没有人想起过的非常长的名字，长到无论哪里都放不下，只好看看它会在什么地方折行或者省略',
    choices: ['小', '中', '大'],
    none: '此模型不支持',
  },
} as const satisfies Record<Language, unknown>

/** Returns texts for the samples, in the language of the page. */
export const useSampleWords = () => samples[useLanguage()]

/** An error as a gateway gives it. */
export const sampleFailure = {
  code: 'rate_limited',
  detail: 'HTTP 429',
  status: 429,
  gatewayCode: 'rate_limit',
  gatewayMessage: 'Too many requests; see https://gateway.example/limits',
  requestId: 'req-1',
  retryAfterMs: null,
} as const
