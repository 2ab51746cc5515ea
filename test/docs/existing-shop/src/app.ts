import express from "express";
import { notFound, showError } from "./errors.js";
import { findOrder, placeOrder } from "./orders.js";
import { allProducts, findProducts } from "./products.js";
import { saveBasket, sessionOf, sessions } from "./session.js";

export const app = express();
app.disable("x-powered-by");
app.use(express.json());
app.use(express.urlencoded({ extended: false }));
app.use(sessions);

app.get("/products", async (_request, response) => {
  response.json(await allProducts());
});

app.post("/basket", async (request, response) => {
  const { id, quantity } = request.body as { id: string; quantity: number };
  const [product] = await findProducts([id]);
  const session = sessionOf(response);
  const basket = { ...session.basket, ...(product && { [id]: Number(quantity) }) };
  await saveBasket(session, basket);
  response.json(basket);
});

app.post("/orders", async (request, response) => {
  const session = sessionOf(response);
  const order = await placeOrder((request.body as { email: string }).email, session.basket);
  await saveBasket(session, {});
  response.status(201).json(order);
});

app.get("/orders/:number", async (request, response, next) => {
  const order = await findOrder(request.params.number);
  if (order === undefined) return next();
  response.json(order);
});

app.use(notFound);
app.use(showError);
