//! A database of a Postgres server.

use super::value::first_texts;
use super::{Begin, Connection, DbError, ErrorKind, Row, Value};
use postgres::config::{Host, SslMode};
use postgres::error::SqlState;
use postgres::types::private::BytesMut;
use postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};
use postgres::{Client, Config, NoTls, Statement};
use std::collections::HashMap;
use std::error::Error;
use std::time::Duration;

/// How long a server may take to answer the first call.
const CONNECTING: Duration = Duration::from_secs(5);
/// A connection is lost when the other side is silent for so long.
const SILENCE: Duration = Duration::from_secs(15);
/// What a connection says first: an answer to a commit means that it is on the
/// disk, and nobody waits for a lock for ever.
const FIRST: &str = "SET synchronous_commit = on; SET lock_timeout = '5s'; \
                     SET idle_in_transaction_session_timeout = '60s'";
/// Taken by whoever changes tables ("stumper" in ASCII).
const LOCK: i64 = 0x0073_7475_6d70_6572;

/// A connection that is made again when it was lost.
pub(super) struct Postgres {
    config: Config,
    client: Option<Client>,
    statements: HashMap<String, Statement>,
}

impl Postgres {
    /// Whether an address can be used.
    pub(super) fn check(url: &str) -> Result<(), DbError> {
        config(url).map(|_| ())
    }

    /// An address as it may be shown: host, port and database.
    pub(super) fn shown(url: &str) -> String {
        let Ok(config) = config(url) else {
            return "postgres://…".into();
        };
        let hosts = config.get_hosts().iter().map(|host| match host {
            Host::Tcp(name) => name.clone(),
            #[cfg(unix)]
            Host::Unix(folder) => folder.display().to_string(),
        });
        let mut shown = format!("postgres://{}", hosts.collect::<Vec<_>>().join(","));
        if let [port] = config.get_ports() {
            shown += &format!(":{port}");
        }
        shown + "/" + config.get_dbname().unwrap_or_default()
    }

    /// Connects.
    pub(super) fn open(url: &str) -> Result<Postgres, DbError> {
        let mut connection = Postgres {
            config: config(url)?,
            client: None,
            statements: HashMap::new(),
        };
        connection.client()?;
        Ok(connection)
    }

    /// The connection, made again if it was lost.
    fn client(&mut self) -> Result<&mut Client, DbError> {
        if self.client.as_ref().is_none_or(Client::is_closed) {
            self.statements.clear();
            // The old one first: a server takes only so many.
            self.client = None;
            let mut client = self.config.connect(NoTls).map_err(from_connecting)?;
            client.batch_execute(FIRST).map_err(from_postgres)?;
            self.client = Some(client);
        }
        self.live()
    }

    /// The connection of a transaction, which is not made again in its midst.
    fn live(&mut self) -> Result<&mut Client, DbError> {
        self.client
            .as_mut()
            .filter(|client| !client.is_closed())
            .ok_or_else(|| DbError::new(ErrorKind::Lost, "the connection was lost"))
    }

    fn prepared(&mut self, sql: &str) -> Result<Statement, DbError> {
        if let Some(statement) = self.statements.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.live()?.prepare(sql).map_err(from_postgres)?;
        self.statements.insert(sql.into(), statement.clone());
        Ok(statement)
    }
}

fn config(url: &str) -> Result<Config, DbError> {
    // The crate's own words may quote a password that was not encoded.
    let mut config: Config = url.parse().map_err(|_| {
        DbError::other(
            "the Postgres address cannot be read: it is postgres://USER:PASSWORD@HOST:PORT/DATABASE, \
             with other signs than letters and digits percent-encoded",
        )
    })?;
    if config.get_ssl_mode() == SslMode::Require {
        return Err(DbError::other(
            "a Postgres address that asks for TLS (sslmode=require) is not supported: \
             use a Unix socket, a private network or a tunnel",
        ));
    }
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(CONNECTING);
    }
    if config.get_tcp_user_timeout().is_none() {
        config.tcp_user_timeout(SILENCE);
    }
    config.keepalives_idle(SILENCE);
    if config.get_application_name().is_none() {
        config.application_name("stumper");
    }
    Ok(config)
}

/// An error with its causes.
fn words(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = error.source();
    }
    text
}

fn from_connecting(error: postgres::Error) -> DbError {
    let lasting = error
        .code()
        .is_some_and(|code| !is_lost(code) && *code != SqlState::TOO_MANY_CONNECTIONS);
    let kind = if lasting {
        ErrorKind::Other
    } else {
        ErrorKind::Lost
    };
    DbError::new(kind, words(&error)).within("no connection to Postgres")
}

fn is_lost(code: &SqlState) -> bool {
    [
        SqlState::ADMIN_SHUTDOWN,
        SqlState::CRASH_SHUTDOWN,
        SqlState::CANNOT_CONNECT_NOW,
        SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
    ]
    .contains(code)
}

fn from_postgres(error: postgres::Error) -> DbError {
    let kind = match error.code() {
        None if error.is_closed() || is_io(&error) => ErrorKind::Lost,
        None => ErrorKind::Other,
        Some(code) if is_lost(code) => ErrorKind::Lost,
        Some(code) if *code == SqlState::UNIQUE_VIOLATION => ErrorKind::Unique,
        Some(code)
            if [
                SqlState::T_R_DEADLOCK_DETECTED,
                SqlState::T_R_SERIALIZATION_FAILURE,
                SqlState::LOCK_NOT_AVAILABLE,
                // What a row leans on was removed meanwhile: another try
                // sees that.
                SqlState::FOREIGN_KEY_VIOLATION,
            ]
            .contains(code) =>
        {
            ErrorKind::Retry
        }
        Some(_) => ErrorKind::Other,
    };
    DbError::new(kind, words(&error))
}

fn is_io(error: &postgres::Error) -> bool {
    let mut cause = error.source();
    while let Some(error) = cause {
        if error.is::<std::io::Error>() {
            return true;
        }
        cause = error.source();
    }
    false
}

impl ToSql for Value {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match (self, kind) {
            (Value::Null, _) => Ok(IsNull::Yes),
            (Value::Integer(number), &Type::INT4) => i32::try_from(*number)?.to_sql(kind, out),
            (Value::Integer(number), &Type::FLOAT8) => (*number as f64).to_sql(kind, out),
            (Value::Integer(number), &Type::INT8) => number.to_sql(kind, out),
            (Value::Real(number), &Type::FLOAT8) => number.to_sql(kind, out),
            (Value::Text(text), &Type::TEXT) => text.to_sql(kind, out),
            _ => Err(format!("{self:?} is no {kind}").into()),
        }
    }

    fn accepts(kind: &Type) -> bool {
        [Type::INT4, Type::INT8, Type::FLOAT8, Type::TEXT].contains(kind)
    }

    to_sql_checked!();
}

impl<'a> FromSql<'a> for Value {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Value, Box<dyn Error + Sync + Send>> {
        Ok(match *kind {
            Type::INT4 => Value::Integer(i32::from_sql(kind, raw)?.into()),
            Type::INT8 => Value::Integer(i64::from_sql(kind, raw)?),
            Type::FLOAT8 => Value::Real(f64::from_sql(kind, raw)?),
            _ => Value::Text(String::from_sql(kind, raw)?),
        })
    }

    fn from_sql_null(_: &Type) -> Result<Value, Box<dyn Error + Sync + Send>> {
        Ok(Value::Null)
    }

    fn accepts(kind: &Type) -> bool {
        [Type::INT4, Type::INT8, Type::FLOAT8, Type::TEXT, Type::NAME].contains(kind)
    }
}

impl Connection for Postgres {
    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64, DbError> {
        let statement = self.prepared(sql)?;
        let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| value as _).collect();
        self.live()?
            .execute(&statement, &values)
            .map_err(from_postgres)
    }

    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>, DbError> {
        let statement = self.prepared(sql)?;
        let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| value as _).collect();
        let rows = self
            .live()?
            .query(&statement, &values)
            .map_err(from_postgres)?;
        let read = |row: &postgres::Row| {
            let values = (0..row.len()).map(|place| row.try_get(place));
            values.collect::<Result<_, _>>().map(Row)
        };
        let rows: Result<_, _> = rows.iter().map(read).collect();
        rows.map_err(from_postgres)
    }

    fn script(&mut self, sql: &str) -> Result<(), DbError> {
        self.live()?.batch_execute(sql).map_err(from_postgres)
    }

    fn begin(&mut self, begin: Begin) -> Result<(), DbError> {
        let sql = match begin {
            Begin::Read => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY".into(),
            Begin::Write => "BEGIN".into(),
            Begin::Alone => format!("BEGIN; SELECT pg_advisory_xact_lock({LOCK})"),
        };
        self.client()?.batch_execute(&sql).map_err(from_postgres)
    }

    fn commit(&mut self) -> Result<(), DbError> {
        self.script("COMMIT")
    }

    fn rollback(&mut self) {
        let rolled_back = match self.live() {
            Ok(client) => client.batch_execute("ROLLBACK").is_ok(),
            Err(_) => false,
        };
        // The server drops what a lost connection did not commit.
        if !rolled_back {
            self.client = None;
        }
    }

    fn tables(&mut self) -> Result<Vec<String>, DbError> {
        let sql = "SELECT tablename FROM pg_catalog.pg_tables \
                   WHERE schemaname = current_schema() ORDER BY tablename";
        first_texts(&self.query(sql, &[])?)
    }

    fn columns(&mut self, table: &str) -> Result<Vec<String>, DbError> {
        let sql = "SELECT attname FROM pg_catalog.pg_attribute a \
                   JOIN pg_catalog.pg_class c ON c.oid = a.attrelid \
                   JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace \
                   WHERE n.nspname = current_schema() AND c.relname = $1::TEXT \
                   AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum";
        first_texts(&self.query(sql, &[table.into()])?)
    }
}
