/** A model worth loading: small, made to follow instructions, with a licence that lets anybody use it. */
export interface Suggestion {
  name: string;
  address: string;
  bytes: number;
  licence: string;
  note: 'tiny' | 'small' | 'medium' | 'large';
}

const site = 'https://huggingface.co/';
const licence = 'Apache\u00a02.0';

/** From the smallest to the largest; sizes as published with the files. */
export const onDeviceSuggestions: readonly Suggestion[] = [
  {
    name: 'SmolLM2 360M',
    address: `${site}HuggingFaceTB/SmolLM2-360M-Instruct-GGUF/resolve/main/smollm2-360m-instruct-q8_0.gguf`,
    bytes: 386_000_000,
    licence,
    note: 'tiny',
  },
  {
    name: 'Qwen3 0.6B',
    address: `${site}Qwen/Qwen3-0.6B-GGUF/resolve/main/Qwen3-0.6B-Q8_0.gguf`,
    bytes: 639_446_688,
    licence,
    note: 'small',
  },
  {
    name: 'Qwen2.5 1.5B',
    address: `${site}Qwen/Qwen2.5-1.5B-Instruct-GGUF/resolve/main/qwen2.5-1.5b-instruct-q4_k_m.gguf`,
    bytes: 1_117_320_736,
    licence,
    note: 'medium',
  },
  {
    name: 'Qwen3 1.7B',
    address: `${site}ggml-org/Qwen3-1.7B-GGUF/resolve/main/Qwen3-1.7B-Q4_K_M.gguf`,
    bytes: 1_282_439_264,
    licence,
    note: 'large',
  },
];
