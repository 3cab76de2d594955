const tints = {
  pdf: ['pdf'],
  text: ['doc', 'docx', 'odt', 'rtf', 'epub', 'pages', 'md', 'txt'],
  sheet: ['csv', 'numbers', 'ods', 'tsv', 'xls', 'xlsm', 'xlsx'],
  slides: ['key', 'odp', 'ppt', 'pptx'],
} as const

/** Returns the colour of a file's icon by its extension; `other` for every other type. */
export function fileTint(name: string): keyof typeof tints | 'other' {
  const end = /\.([^.]+)$/u.exec(name)?.[1]?.toLowerCase() ?? ''
  for (const tint of ['pdf', 'text', 'sheet', 'slides'] as const)
    if (tints[tint].some((one) => one === end)) return tint
  return 'other'
}
