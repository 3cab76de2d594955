import en from './en-servers.json' with { type: 'json' }
import zhCN from './zh-CN-servers.json' with { type: 'json' }

export const servers = { en: { servers: en }, zhCN: { servers: zhCN } }
