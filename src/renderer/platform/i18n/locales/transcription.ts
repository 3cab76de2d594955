import en from './en-transcription.json' with { type: 'json' }
import zhCN from './zh-CN-transcription.json' with { type: 'json' }

export const transcription = { en: { transcription: en }, zhCN: { transcription: zhCN } }
