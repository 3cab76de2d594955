import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeText } from '../../../../src/main/services/documents/text-decoding.ts'
import type { TextEncoding } from '../../../../src/shared/text-encodings.ts'
import { encoded } from '../../../fakes/encoded.ts'

const languages = ['en', 'zh-CN', null] as const

const texts: readonly (readonly [TextEncoding, string, readonly string[]])[] = [
  [
    'gb18030',
    'simplified Chinese',
    [
      '姓名,城市,电话\n张伟,北京,13800138000\n李娜,上海,13900139000\n',
      '潮汐每天涨落两次，由月球和太阳的引力引起。',
      '订单编号;客户;金额\n1001;王芳;￥25.00\n',
      '你好，世界！\n',
      '本季度销售额同比增长百分之十二，主要来自华东地区的新客户。请于周五前提交报告。',
      'id,name\n1,苹果\n2,香蕉\n',
      '床前明月光，疑是地上霜。举头望明月，低头思故乡。',
      '备注：周末不送货',
    ],
  ],
  [
    'big5',
    'traditional Chinese',
    [
      '姓名,城市,電話\n陳大文,台北,0912345678\n林美麗,高雄,0987654321\n',
      '潮汐每天漲落兩次，由月球和太陽的引力引起。',
      '您好，請問這個訂單什麼時候可以送到？謝謝。',
      '本公司將於下週一舉行會議，請各部門準備報告。',
      '編號;客戶;金額\n1001;張小姐;250\n',
    ],
  ],
  [
    'shift_jis',
    'Japanese',
    [
      '氏名,都市,電話\n鈴木一郎,東京,03-1234-5678\n佐藤花子,大阪,06-1234-5678\n',
      '潮の満ち引きは、一日に二回起こります。',
      'こんにちは、世界。',
      'お問い合わせありがとうございます。担当者よりご連絡いたします。',
      '商品名;価格\nコーヒー;350円\n紅茶;400円\n',
    ],
  ],
  [
    'euc-jp',
    'Japanese in EUC',
    ['潮の満ち引きは、一日に二回起こります。', 'こんにちは、世界。', '商品名;価格\nコーヒー;350円\n紅茶;400円\n'],
  ],
  [
    'euc-kr',
    'Korean',
    [
      '이름,도시,전화\n김민수,서울,010-1234-5678\n박지영,부산,010-8765-4321\n',
      '조수는 하루에 두 번 일어난다.',
      '안녕하세요, 세계!',
      '문의해 주셔서 감사합니다. 담당자가 곧 연락드리겠습니다.',
      '상품;가격\n커피;3500원\n',
    ],
  ],
  [
    'windows-1252',
    'Western European',
    [
      'name,city\nMüller,Köln\nJosé,Málaga\n',
      'Müller',
      'Größe;Preis\nklein;3,50 €\n',
      'Le café est très agréable à l’été. Ça va ?',
      'El niño comió una manzana después de la reunión.',
      'A situação não é tão simples, pois a decisão é das nações.',
      'Übergrößenträger übersäen häufig ärmere Böden.',
      'Smörgåsbord på ön',
      'id,naam\n1,Zoë\n',
      'façade',
    ],
  ],
  [
    'windows-1251',
    'Russian and Ukrainian',
    [
      'Имя,Город\nИван Петров,Москва\nАнна Смирнова,Казань\n',
      'Прилив бывает дважды в день.',
      'Привет, мир!',
      'Уважаемые коллеги, отчёт нужно сдать до пятницы.',
      'Товар;Цена\nЧай;120\n',
      'Доброго дня, дякую за вашу відповідь.',
    ],
  ],
]

describe.each(texts)('the text decoding of %s', (encoding, _language, sentences) => {
  const bytesOf = (text: string) => encoded(text, encoding) ?? new Uint8Array()

  test.each(sentences)('%j is read, in either language of the interface', (sentence) => {
    for (const language of languages)
      expect(decodeText(bytesOf(sentence), { encoding: null, language })).toEqual({ text: sentence, encoding })
  })

  test('texts of its sentences among lines of plain ASCII are read', () => {
    const line = fc.constantFrom(...sentences)
    const ascii = fc.constantFrom('', 'id,name,value\n', 'The end.\n', '2026-11-25;17.50;x\n')
    fc.assert(
      fc.property(ascii, fc.array(line, { minLength: 1, maxLength: 4 }), ascii, (head, lines, tail) => {
        const text = `${head}${lines.join('\n')}\n${tail}`
        expect(decodeText(bytesOf(text), { encoding: null, language: 'en' })).toEqual({ text, encoding })
      }),
    )
  })
})

test.each(['一二三\n', '第一章\n一天', '姓名,城市\n张一,北京\n', 'one 一 two'])(
  'UTF-16 without a byte order mark containing %j is read',
  (text) => {
    for (const encoding of ['utf-16le', 'utf-16be'] as const) {
      const little = Buffer.from(text, 'utf16le')
      const bytes = encoding === 'utf-16le' ? little : little.swap16()
      if (bytes.includes(0)) expect(decodeText(bytes)).toEqual({ text, encoding })
    }
  },
)

const wide = (text: string, encoding: TextEncoding) => {
  const little = Buffer.from(text, 'utf16le')
  return encoding === 'utf-16le' ? little : little.swap16()
}

test.each([
  ...['你好，世界', '你好世界，这是一个测试。', '人工智能正在改变世界', '繁體中文測試，這是一個文件。'],
  ...['日本語のテキストです。これはテストです', 'Привет'],
  ...['שלום עולם\nטקסט בעברית\n', 'مرحبا بالعالم\nنص عربي طويل\n', 'สวัสดีชาวโลก\nภาษาไทย\n', 'कृपया यह पढ़ें\n'],
  ...['안녕하세요 세계\n', 'Việt Nam, tiếng Việt\n', 'გამარჯობა მსოფლიო\n', '😀😀😀😀 hi\n', '𠮷野家 😀\n'],
])('UTF-16 without a byte order mark containing %j is read, with zeros or without', (text) => {
  for (const encoding of ['utf-16le', 'utf-16be'] as const)
    expect(decodeText(wide(text, encoding)), encoding).toEqual({ text, encoding })
})

describe('a text of two or three characters', () => {
  const words = ['中文', '文件', '北京', '名称', '会议', '报告', '订单', '客户', '张伟', '待办', '说明书']

  test.each([...words, '日本語', '東京', '臺灣'])('%j in UTF-16 without a byte order mark are read', (text) => {
    for (const language of languages) {
      const read = decodeText(wide(text, 'utf-16le'), { encoding: null, language })
      expect(read, String(language)).toEqual({ text, encoding: 'utf-16le' })
    }
  })

  test('two or three characters of another encoding never become UTF-16', () => {
    const short: readonly (readonly [TextEncoding, string])[] = [
      ...words.map((word) => ['gb18030', word] as const),
      ...['臺灣', '訂單', '客戶', '報告', '說明書'].map((word) => ['big5', word] as const),
      ...['日本', '東京', 'こんにち', 'テスト'].map((word) => ['shift_jis', word] as const),
      ...['안녕', '서울'].map((word) => ['euc-kr', word] as const),
      ...['café', 'Ärzte!', 'né', 'Müller'].map((word) => ['windows-1252', word] as const),
      ...['да', 'Мир!', 'Привет'].map((word) => ['windows-1251', word] as const),
    ]
    for (const [encoding, word] of short)
      for (const language of languages)
        expect(
          decodeText(encoded(word, encoding) ?? new Uint8Array(), { encoding: null, language })?.encoding,
          word,
        ).not.toMatch(/^utf-16/)
  })
})

describe('a zero among many letters', () => {
  const lines = 'a line of the log\nan other line\n'.repeat(20)

  test.each([
    ['utf-8', `${lines}日志：潮汐每天涨落两次。\n`],
    ['utf-8', lines],
    ['gb18030', '潮汐每天涨落两次，由月球和太阳的引力引起。\n'.repeat(5)],
    ['gb18030', `${lines}姓名,城市,电话\n张伟,北京,13800138000\n`],
    ['shift_jis', 'お問い合わせありがとうございます。担当者よりご連絡いたします。'.repeat(3)],
  ] as const)('is left out of a text in %s', (encoding, text) => {
    const bytes = encoding === 'utf-8' ? Buffer.from(text) : (encoded(text, encoding) ?? new Uint8Array())
    for (const zero of ['\0', '\n\0'])
      expect(decodeText(Buffer.concat([bytes, Buffer.from(zero), bytes]))).toEqual({
        ...{ text: text + zero.replace('\0', '') + text, encoding },
      })
  })

  test('a zero among many letters does not keep a long line in UTF-16 from being read', () => {
    const text = `${'潮汐每天涨落两次，由月球和太阳的引力引起。'.repeat(10)}\n`
    for (const encoding of ['utf-16le', 'utf-16be'] as const)
      expect(decodeText(wide(text, encoding))).toEqual({ text, encoding })
  })
})

test('a damaged byte does not turn GBK into UTF-16', () => {
  const text = '潮汐每天涨落两次，由月球和太阳的引力引起'
  const bytes = encoded(text, 'gb18030') ?? new Uint8Array()
  for (let at = 0; at < bytes.length; at += 1) {
    const damaged = Uint8Array.from(bytes)
    damaged[at] = 0xff
    expect(decodeText(damaged)?.encoding ?? 'gb18030', String(at)).not.toMatch(/utf-16/)
  }
})

test('one damaged byte does not turn UTF-8 into another encoding', () => {
  const bytes = Buffer.concat([Buffer.from('潮汐每天涨落两次，由月球引起。\n'.repeat(10)), Buffer.from([0xff])])
  expect(decodeText(bytes, { encoding: null, language: 'zh-CN' })?.encoding).toBe('utf-8')
})

test('an accented letter late in a long file is detected', () => {
  const text = `${'plain,line\n'.repeat(20_000)}Müller,Köln\n`
  expect(decodeText(encoded(text, 'windows-1252') ?? new Uint8Array())).toMatchObject({ encoding: 'windows-1252' })
})

test('the user’s choice of encoding is followed', () => {
  const bytes = Uint8Array.from([0xa3, 0xf3, 0x64, 0x9f])
  expect(decodeText(bytes, { encoding: 'windows-1250', language: null })).toEqual({
    ...{ text: 'Łódź', encoding: 'windows-1250' },
  })
})
