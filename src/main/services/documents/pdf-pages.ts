import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import type { FileProblem } from '../../../shared/attached-file-limits.ts'

/** Longer side of a drawn page in pixels: vision models use hardly more. */
const sideMax = 2_000
/** FPDF_GetLastError: the password is missing or wrong (fpdfview.h). */
const passwordError = 4
/** FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER: annotations are drawn, and red comes first (fpdfview.h). */
const drawFlags = 0x01 | 0x10
const white = 0xffffffff

/** A drawn page: red, green, blue and one unused byte for each pixel. */
export interface DrawnPage {
  readonly pixels: Uint8Array<ArrayBuffer>
  readonly width: number
  readonly height: number
  /** Pages of the document. */
  readonly pages: number
}

/**
 * Draws one page of a PDF, counted from 1; a number beyond the last page draws the last. PDFium runs as WebAssembly
 * without scripts, forms and network. Call it only in a thread that can be ended.
 */
export async function pdfPage(
  bytes: Uint8Array,
  number: number,
  password: string | null,
): Promise<DrawnPage | FileProblem> {
  const pdfium = await started()
  const { wasmExports } = pdfium.pdfium
  const data = wasmExports.malloc(bytes.length)
  if (data === 0) return 'too_large'
  // only now: allocating memory makes a new view of it
  pdfium.pdfium.HEAPU8.set(bytes, data)
  const document = pdfium.FPDF_LoadMemDocument(data, bytes.length, password ?? '')
  try {
    if (document === 0) return pdfium.FPDF_GetLastError() === passwordError ? 'encrypted' : 'damaged'
    const pages = pdfium.FPDF_GetPageCount(document)
    const page = pdfium.FPDF_LoadPage(document, Math.min(number, pages) - 1)
    if (page === 0) return 'damaged'
    try {
      const drawn = drawnPage(pdfium, page)
      return drawn === null ? 'damaged' : { ...drawn, pages }
    } finally {
      pdfium.FPDF_ClosePage(page)
    }
  } finally {
    if (document !== 0) pdfium.FPDF_CloseDocument(document)
    wasmExports.free(data)
  }
}

function drawnPage(pdfium: WrappedPdfiumModule, page: number): Omit<DrawnPage, 'pages'> | null {
  const [across, down] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)]
  if (!(across > 0 && down > 0)) return null
  const scale = sideMax / Math.max(across, down)
  const [width, height] = [Math.max(1, Math.round(across * scale)), Math.max(1, Math.round(down * scale))]
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 0)
  if (bitmap === 0) return null
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, drawFlags)
    const [start, stride] = [pdfium.FPDFBitmap_GetBuffer(bitmap), pdfium.FPDFBitmap_GetStride(bitmap)]
    const pixels = new Uint8Array(width * height * 4)
    for (let row = 0; row < height; row += 1) {
      const from = start + row * stride
      pixels.set(pdfium.pdfium.HEAPU8.subarray(from, from + width * 4), row * width * 4)
    }
    return { pixels, width, height }
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap)
  }
}

let starting: Promise<WrappedPdfiumModule> | null = null

/** Starts the library once per thread, with the first page. */
function started(): Promise<WrappedPdfiumModule> {
  starting ??= (async () => {
    const program = await readFile(programFile())
    const pdfium = await init({ wasmBinary: new Uint8Array(program).buffer })
    pdfium.PDFiumExt_Init()
    return pdfium
  })()
  return starting
}

/** Returns the path of the program: next to the bundle, or in the package. */
function programFile(): string {
  const built = fileURLToPath(new URL('./pdfium.wasm', import.meta.url))
  return existsSync(built) ? built : createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')
}
