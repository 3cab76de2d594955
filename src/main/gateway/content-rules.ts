/** Codes of content rules, in lower case and without separators. */
const contentCodes = [
  ...['contentpolicy', 'contentfilter', 'policyviolation', 'moderat', 'safetysystem', 'contentsafety'],
  ...['inappropriate', 'datainspection', 'riskcontrol', 'responsibleai', 'imagesafety', 'prohibitedcontent', 'nsfw'],
  ...['sensitiveword', 'sensitivecontent', 'sensitiveinfo', 'sensitiveimage', 'sensitivetext', 'contentsensitive'],
  ...['inputsensitive', 'outputsensitive', 'newsensitive', 'promptsensitive', 'imagesensitive', 'textsensitive'],
]
/** Phrases that gateways use for a refusal by content rules. */
const contentWords = [
  ...['content policy', 'content policies', 'content filter', 'content management policy', 'content moderation'],
  ...['safety system', 'safety filter', 'safety check', 'content safety', 'usage policies', 'usage policy'],
  ...['violate our policies', 'violates our policies', 'sensitive content'],
  ...['sensitive word', 'sensitive information', 'inappropriate content', 'prohibited content', 'nsfw', 'moderated'],
  ...[
    '敏感词',
    '敏感詞',
    '敏感内容',
    '敏感內容',
    '敏感信息',
    '内容安全',
    '內容安全',
    '内容审核',
    '审核不通过',
    '审核未通过',
    '未通过审核',
    '不当内容',
  ],
  ...['违反内容', '违反相关', '违反法律', '内容政策', '安全策略', '涉黄', '涉政', '风险内容'],
]

/**
 * Words that mean content rules only near a mention of content, because keys, channels and limits can be flagged too.
 */
const weakContentWords = [
  ...['violates our', 'may violate', 'flagged as', 'was flagged', '敏感', '违规', '違規', '不合规', '不合規'],
] as const
const contentNouns = [
  ...['content', 'prompt', 'image', 'picture', 'photo', 'video', 'message', 'guideline', 'policy', 'policies'],
  ...['safety', 'moderation', 'unsafe', '提示', '内容', '內容', '图片', '圖片', '图像', '视频', '文本', '描述', '作品'],
] as const
const contentWithin = 40
/** Near these nouns, weak words are about something else. */
const otherNouns = [
  ...[
    'parameter',
    'argument',
    'account',
    'channel',
    'case sensitive',
    'case-sensitive',
    '参数',
    '參數',
    '账号',
    '賬號',
  ],
  ...['账户', '渠道', '大小写', '大小寫'],
] as const

/**
 * Returns true if a code is one of content rules. `names` holds all codes and types, in lower case and without
 * separators.
 */
export function isContentCode(code: string, names: string): boolean {
  return contentCodes.some((one) => names.includes(one)) || code.trim().toLowerCase() === 'sensitive'
}

/** Returns true if a sentence, in lower case, is about content rules. */
export function saysContentRules(words: string): boolean {
  return (
    contentWords.some((word) => words.includes(word)) || weakContentWords.some((word) => isNearContent(words, word))
  )
}

function isNearContent(words: string, word: string): boolean {
  const at = words.indexOf(word)
  if (at < 0) return false
  const near = words.slice(Math.max(0, at - contentWithin), at + word.length + contentWithin)
  return contentNouns.some((noun) => near.includes(noun)) && !otherNouns.some((noun) => near.includes(noun))
}
