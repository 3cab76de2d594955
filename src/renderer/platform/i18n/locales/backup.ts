import en from './en-backup.json' with { type: 'json' }
import zhCN from './zh-CN-backup.json' with { type: 'json' }

export const backup = { en: { backup: en }, zhCN: { backup: zhCN } }
