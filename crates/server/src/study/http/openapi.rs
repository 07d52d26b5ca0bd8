//! The description of all routes for other programs, made from the list that
//! the router is made from.

use super::refusal::words;
use super::routes::{Answer, Place, Route, Who};
use crate::study::api::Refusal;
use crate::study::store::Code;
use std::collections::BTreeMap;
use utoipa::openapi::path::{
    HttpMethod, OperationBuilder, ParameterBuilder, ParameterIn, PathsBuilder,
};
use utoipa::openapi::request_body::{RequestBody, RequestBodyBuilder};
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{
    Components, ComponentsBuilder, Content, Header, InfoBuilder, OpenApi, OpenApiBuilder, PathItem,
    Ref, RefOr, Required, Response, ResponseBuilder, Schema, SecurityRequirement, Server,
};
use utoipa::{PartialSchema, ToSchema};

const JSON: &str = "application/json";

/// How something looks as JSON, with its parts.
pub(crate) struct Shape {
    name: String,
    schema: RefOr<Schema>,
    parts: Vec<(String, RefOr<Schema>)>,
}

/// How a type looks as JSON.
pub(crate) fn shape<T: ToSchema + PartialSchema>() -> Shape {
    let mut parts = Vec::new();
    T::schemas(&mut parts);
    Shape {
        name: T::name().into_owned(),
        schema: T::schema(),
        parts,
    }
}

/// All schemas that the routes refer to.
#[derive(Default)]
struct Schemas(BTreeMap<String, RefOr<Schema>>);

impl Schemas {
    /// A reference to a shape, which is kept.
    fn refer(&mut self, shape: Shape) -> Content {
        let reference = Ref::from_schema_name(&shape.name);
        self.0.extend(shape.parts);
        self.0.insert(shape.name, shape.schema);
        Content::new(Some(reference))
    }
}

/// The description of routes under a base path.
pub(crate) fn describe(routes: &[Route], base: &str) -> OpenApi {
    let mut schemas = Schemas::default();
    let mut items: BTreeMap<&str, Option<PathItem>> = BTreeMap::new();
    for route in routes {
        let method = match route.method {
            "DELETE" => HttpMethod::Delete,
            "POST" => HttpMethod::Post,
            _ => HttpMethod::Get,
        };
        let item = PathItem::new(method, operation(route, &mut schemas));
        match items.entry(route.path).or_default() {
            Some(there) => there.merge_operations(item),
            empty => *empty = Some(item),
        }
    }
    let mut paths = PathsBuilder::new();
    for (path, item) in items {
        if let Some(item) = item {
            paths = paths.path(path, item);
        }
    }
    let server = if base.is_empty() { "/" } else { base };
    let info = InfoBuilder::new()
        .title("A study of Stumper")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "People play levels and rate them. Times are milliseconds since 1970.",
        ));
    OpenApiBuilder::new()
        .info(info)
        .servers(Some([Server::new(server)]))
        .paths(paths)
        .components(Some(components(schemas)))
        .build()
}

fn components(schemas: Schemas) -> Components {
    let http = |scheme: HttpAuthScheme, words: &str| {
        let scheme = HttpBuilder::new().scheme(scheme).description(Some(words));
        SecurityScheme::Http(scheme.build())
    };
    let mut components = ComponentsBuilder::new();
    for (name, schema) in schemas.0 {
        components = components.schema(name, schema);
    }
    components
        .security_scheme(
            "player",
            http(
                HttpAuthScheme::Bearer,
                "A player's key: 32 lowercase hex digits that a browser made up.",
            ),
        )
        .security_scheme(
            "token",
            http(HttpAuthScheme::Bearer, "The token of who runs the study."),
        )
        .security_scheme(
            "password",
            http(
                HttpAuthScheme::Basic,
                "Any name, and the token as the password.",
            ),
        )
        .build()
}

fn operation(route: &Route, schemas: &mut Schemas) -> OperationBuilder {
    let mut made = OperationBuilder::new()
        .operation_id(Some(route.name))
        .summary(Some(route.summary))
        .request_body(route.body.map(|body| request_body(schemas.refer(body()))));
    for place in route.places {
        made = made.parameter(parameter(place));
    }
    let none = || [] as [&str; 0];
    made = match route.who {
        Who::Anybody => made,
        Who::Player => made.security(SecurityRequirement::new("player", none())),
        Who::Admin | Who::Watcher => made
            .security(SecurityRequirement::new("token", none()))
            .security(SecurityRequirement::new("password", none())),
    };
    let answer = match route.answer {
        Answer::Json(answer) => ResponseBuilder::new().content(JSON, schemas.refer(answer())),
        Answer::AnyJson => {
            let any = ObjectBuilder::new().build();
            ResponseBuilder::new().content(JSON, Content::new(Some(any)))
        }
        Answer::Text(kind) => ResponseBuilder::new().content(kind, Content::new(Some(text()))),
    };
    made = made.response("200", answer.description("As wanted."));
    for (status, codes) in refusals(route) {
        let refusal = schemas.refer(shape::<Refusal>());
        made = made.response(status.to_string(), refused(&codes, refusal));
    }
    made
}

/// The codes that a route refuses with, by status.
fn refusals(route: &Route) -> BTreeMap<u16, Vec<Code>> {
    let mut codes = vec![Code::TooMany, Code::BadRequest];
    codes.extend(route.refusals);
    if route.who != Who::Anybody {
        codes.extend([Code::Unauthorized, Code::Busy, Code::Broken]);
    }
    if route.body.is_some() {
        codes.extend([Code::TooLarge, Code::WrongType]);
    }
    let mut by_status: BTreeMap<u16, Vec<Code>> = BTreeMap::new();
    for code in codes {
        by_status.entry(code.status()).or_default().push(code);
    }
    by_status
}

fn refused(codes: &[Code], refusal: Content) -> Response {
    let told = codes
        .iter()
        .map(|code| format!("`{}`: {}", code.name(), words(*code)));
    let told: Vec<String> = told.collect();
    let made = ResponseBuilder::new()
        .description(told.join("; "))
        .content(JSON, refusal);
    let waits = |code: &Code| matches!(code, Code::TooMany | Code::Busy);
    match codes.iter().any(waits) {
        true => made.header("Retry-After", Header::new(seconds())).build(),
        false => made.build(),
    }
}

fn request_body(content: Content) -> RequestBody {
    RequestBodyBuilder::new()
        .required(Some(Required::True))
        .content(JSON, content)
        .build()
}

fn text() -> Schema {
    let text = ObjectBuilder::new().schema_type(SchemaType::new(Type::String));
    text.build().into()
}

fn seconds() -> Schema {
    let number = ObjectBuilder::new().schema_type(SchemaType::new(Type::Integer));
    number.minimum(Some(1)).build().into()
}

/// A part of a path or a query.
fn parameter(place: &Place) -> ParameterBuilder {
    let mut schema = ObjectBuilder::new();
    schema = match place.range {
        Some((low, high)) => schema
            .schema_type(SchemaType::new(Type::Integer))
            .minimum(Some(low))
            .maximum(Some(high)),
        None => schema
            .schema_type(SchemaType::new(Type::String))
            .pattern(place.pattern),
    };
    let (within, required) = match place.in_path {
        true => (ParameterIn::Path, Required::True),
        false => (ParameterIn::Query, Required::False),
    };
    ParameterBuilder::new()
        .name(place.name)
        .parameter_in(within)
        .required(required)
        .description(Some(place.summary))
        .schema(Some(schema))
}
