import { extname } from 'node:path'
import { isDocumentName } from '../documents/file-text.ts'

/** Extensions of pictures, sound, films, archives, programs and the data of programs. None is a text. */
const binary = new Set(
  (
    '.png .jpg .jpeg .gif .webp .bmp .tif .tiff .heic .heif .avif .ico .icns .psd .ai .sketch .raw .cr2 .nef .mp3 .m4a .wav .flac .ogg .opus ' +
    '.aac .wma .amr .mid .midi .mp4 .m4v .mov .mkv .webm .avi .wmv .mpg .mpeg .zip .gz .tgz .bz2 .xz .7z .rar .tar .zst .iso .dmg ' +
    '.exe .dll .so .dylib .bin .msi .deb .rpm .appimage .apk .jar .class .pyc .o .a .lib .wasm .node .woff .woff2 .ttf .otf .eot ' +
    '.db .sqlite .sqlite3 .mdb .parquet .pickle .pkl .npy .npz .h5 .onnx .safetensors .gguf .pt .pth .blend .fbx .glb .stl .dwg'
  ).split(' '),
)

/** Extensions of keys and key stores. They may be texts, but must not be sent by accident. */
const keys = new Set(
  'pem key p8 p12 pfx ppk jks keystore kdbx asc gpg ovpn tfstate env kubeconfig keytab har agekey'.split(' '),
)

/** Returns true if a file of a folder is skipped because of its name. A file added individually never is. */
export function isPassedOver(name: string): boolean {
  return binary.has(extname(name).toLowerCase()) || (!isDocumentName(name) && isKeyName(name))
}

/**
 * Returns true if one of the extensions belongs to keys. Copies and backups have another one after it:
 * `server.key.bak`, `server.key~`.
 */
function isKeyName(name: string): boolean {
  const endings = name.toLowerCase().split('.').slice(1)
  return endings.some((ending) => keys.has(/^[a-z0-9]+/.exec(ending)?.[0] ?? ''))
}
