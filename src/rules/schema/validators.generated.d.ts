import type { Validator } from '../../exchange/journal/journal.generated.js';

/** Made by build.mjs from src/spec/schemas.ts with Ajv's standalone code generation; validates a tree with plain numbers. */
export const validatePet: Validator;
export const validatePets: Validator;
export const validateError: Validator;
